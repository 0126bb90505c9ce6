// A picture service is too slow; four ways of making it faster are tried, and one of them is shipped.
import { readFileSync } from 'node:fs'
import { PiSession, bash, edit, read, readFile, write } from './piSession.mjs'

const png = (name) => readFileSync(new URL(name, import.meta.url))
const resize = 'internal/thumb/resize.go'
const handler = 'internal/http/thumb.go'

const sources = {
  [resize]: `package thumb

import (
	"image"
	"image/jpeg"
	"io"

	"golang.org/x/image/draw"
)

// Make writes a JPEG of src whose longer side has at most edge pixels.
func Make(dst io.Writer, src io.Reader, edge int) error {
	img, err := jpeg.Decode(src)
	if err != nil {
		return err
	}
	small := image.NewRGBA(fit(img.Bounds(), edge))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	return jpeg.Encode(dst, small, &jpeg.Options{Quality: 82})
}

// fit answers a rectangle of the same shape whose longer side is at most edge.
func fit(b image.Rectangle, edge int) image.Rectangle {
	w, h := b.Dx(), b.Dy()
	if w <= edge && h <= edge {
		return image.Rect(0, 0, w, h)
	}
	if w >= h {
		return image.Rect(0, 0, edge, max(1, h*edge/w))
	}
	return image.Rect(0, 0, max(1, w*edge/h), edge)
}
`,
  [handler]: `package http

import (
	"net/http"
	"strconv"

	"thumbd/internal/store"
	"thumbd/internal/thumb"
)

// Thumb serves GET /thumb/{id}?edge=N.
func Thumb(pictures *store.Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		edge, err := strconv.Atoi(r.FormValue("edge"))
		if err != nil || edge < 16 || edge > 2048 {
			http.Error(w, "edge must be 16 to 2048", http.StatusBadRequest)
			return
		}
		picture, err := pictures.Open(r.PathValue("id"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer picture.Close()
		w.Header().Set("Content-Type", "image/jpeg")
		if err := thumb.Make(w, picture, edge); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}
`,
}

const green = (text) => `\u001b[32m${text}\u001b[0m`
const red = (text) => `\u001b[31m${text}\u001b[0m`
const grey = (text) => `\u001b[90m${text}\u001b[0m`
const bold = (text) => `\u001b[1m${text}\u001b[0m`

const passed = (packages, tests, seconds) =>
  [
    ...packages.map(([name, s]) => `${green('✓')}  ${name} ${grey(`(${s}s)`)}`),
    '',
    `${green('DONE')} ${tests} tests in ${seconds}s`,
  ].join('\n')

const bench = (ns, bytes, allocs, seconds) => `goos: linux
goarch: amd64
pkg: thumbd/internal/thumb
cpu: AMD Ryzen 7 5700X 8-Core Processor
BenchmarkMake/12MP-8   ${ns} ns/op   ${bytes} B/op   ${allocs} allocs/op
PASS
ok  	thumbd/internal/thumb	${seconds}s`

const load = (p50, p95, rps, rss) => `${bold('load')}  32 clients, 60 s, edge=320, 400 pictures of 12 MP
  p50        ${p50} ms
  ${p95 <= 150 ? green(`p95        ${p95} ms`) : red(`p95        ${p95} ms`)}
  requests   ${rps}/s
  errors     0
  peak RSS   ${rss} MB`

export function thumbnails() {
  const s = new PiSession({
    id: '019a9327-4c1e-7d20-8a44-91b2c3d4e5f6',
    cwd: '/home/ada/src/thumbd',
    at: '2026-11-17T09:02:11.320Z',
  })
  Object.assign(s.files, sources)
  s.model('claude-sonnet-4-5')
  s.thinkingLevel('medium')
  s.wait(41)

  // The shared beginning: what is slow, and why.
  const asked = s.prompt(
    'Since we let 12 megapixel pictures in on Monday, GET /thumb has a p95 of 900 ms (chart attached). ' +
      'It has to be under 150 ms on the same machine. Find out where the time goes first; change nothing yet.',
    [png('chart.png')],
  )
  s.reply({
    think:
      'The chart shows a step at the moment large pictures were allowed, so the cost is per pixel. Look at the code, then profile; no edits yet.',
    text: 'The step sits exactly where large pictures came in, so this looks like cost per pixel. I will read the path of one request and then profile it.',
    calls: [bash("rg --files -g '*.go' | xargs wc -l", '  61 cmd/thumbd/main.go\n  31 internal/http/thumb.go\n  88 internal/store/store.go\n  34 internal/thumb/resize.go\n  57 internal/thumb/resize_test.go\n 271 total', { ms: 120 }), readFile(resize), readFile(handler)],
    seconds: 7.4,
  })
  s.reply({
    text: 'One request decodes the whole picture and resamples it in one go. Now the numbers.',
    calls: [bash("go test ./internal/thumb -bench Make -benchmem -cpuprofile cpu.out", bench('     5   212480113', ' 49381204', '     46', '3.418'), { ms: 9200 })],
    seconds: 4.1,
  })
  s.reply({
    calls: [
      bash('go tool pprof -top -cum -nodecount 8 cpu.out', `Type: cpu
Duration: 3.31s, Total samples = 3.22s (97.28%)
      flat  flat%   sum%        cum   cum%
     0.02s  0.62%  0.62%      3.14s 97.52%  thumbd/internal/thumb.Make
     0.11s  3.42%  4.04%      2.31s 71.74%  golang.org/x/image/draw.(*Kernel).Scale
     1.38s 42.86% 46.89%      1.38s 42.86%  draw.(*kernelScaler).scaleX_YCbCr420
     0.82s 25.47% 72.36%      0.82s 25.47%  draw.(*kernelScaler).scaleY_RGBA_Src
     0.01s  0.31% 72.67%      0.74s 22.98%  image/jpeg.Decode
     0.31s  9.63% 82.30%      0.31s  9.63%  image/jpeg.(*decoder).decodeHuffman
     0.24s  7.45% 89.75%      0.24s  7.45%  image/jpeg.idct`, { ms: 1400 }),
      bash('go run ./cmd/load -clients 32 -edge 320', load(641, 912, 41, 1180), { ms: 61200, timeout: 120 }),
    ],
    seconds: 3.2,
  })
  const diagnosis = s.reply({
    think: 'Scaling is 72 %, decoding 23 %. CatmullRom over 12 MP down to 320 px has a support of about 25 source pixels in each direction. So the fix is to throw pixels away cheaply before the good filter runs.',
    text: `**The time goes into resampling, not into reading.** One 12 MP picture costs 212 ms of CPU:

| step | share | time |
|---|--:|--:|
| \`draw.CatmullRom.Scale\` | 72 % | 153 ms |
| \`jpeg.Decode\` | 23 % | 49 ms |
| encode, copy, rest | 5 % | 10 ms |

With 32 clients on 8 cores every request waits for three others: 4 × 212 ms ≈ the 900 ms you see.

Ways out, cheapest first:

1. **Cache the results** – helps only if the same picture is asked for again.
2. **libvips** – shrinks while decoding; brings cgo and a system library.
3. **Shrink before the good filter** – box-average by whole factors, then Catmull-Rom on what is left. Pure Go.

I would take 3, but measuring 1 is a matter of minutes. Which one?`,
    seconds: 14.8,
  })
  s.label(asked, 'the problem')
  s.label(diagnosis, 'diagnosis')

  cache(s)
  s.back(diagnosis)
  s.wait(62)
  libvips(s)
  s.back(diagnosis)
  s.wait(95)
  const shrunk = shrink(s)
  const pooled = pool(s)
  s.branchSummary(
    shrunk,
    'Reusing buffers with a sync.Pool brought p95 from 263 to 241 ms and allocations from 31 to 9, but a reused buffer showed parts of the previous picture until it was cleared. Works and is tested; the gain is small because allocation was never the bottleneck.',
    { readFiles: [resize], modifiedFiles: ['internal/thumb/pool.go', resize] },
  )
  scaledDecode(s)
  s.label(pooled, 'works, small gain')
  s.name('Faster thumbnails')
  return s
}

/** First way: a cache. It ends in an error of the provider. */
function cache(s) {
  const lru = 'internal/thumb/cache.go'
  s.wait(38)
  s.prompt('Try the cache first. In memory, LRU, nothing fancy.')
  s.reply({
    text: 'A map and a list under one mutex is enough to learn the hit rate.',
    calls: [
      write(lru, `package thumb

import "container/list"

type key struct {
	id   string
	edge int
}

// Cache keeps the thumbnails asked for last.
type Cache struct {
	limit int
	order *list.List
	items map[key]*list.Element
}

type kept struct {
	key  key
	jpeg []byte
}

func NewCache(limit int) *Cache {
	return &Cache{limit: limit, order: list.New(), items: map[key]*list.Element{}}
}

func (c *Cache) Get(id string, edge int) ([]byte, bool) {
	e, ok := c.items[key{id, edge}]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept).jpeg, true
}

func (c *Cache) Put(id string, edge int, jpeg []byte) {
	c.items[key{id, edge}] = c.order.PushFront(&kept{key{id, edge}, jpeg})
	for c.order.Len() > c.limit {
		last := c.order.Back()
		delete(c.items, c.order.Remove(last).(*kept).key)
	}
}
`),
      edit(handler, ['func Thumb(pictures *store.Store) http.HandlerFunc {\n', 'func Thumb(pictures *store.Store) http.HandlerFunc {\n\tcache := thumb.NewCache(20_000)\n'], [
        '\t\tif err := thumb.Make(w, picture, edge); err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\t}\n',
        '\t\tsmall, ok := cache.Get(r.PathValue("id"), edge)\n\t\tif !ok {\n\t\t\tvar out bytes.Buffer\n\t\t\tif err := thumb.Make(&out, picture, edge); err != nil {\n\t\t\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\t\t\treturn\n\t\t\t}\n\t\t\tsmall = out.Bytes()\n\t\t\tcache.Put(r.PathValue("id"), edge, small)\n\t\t}\n\t\t_, _ = w.Write(small)\n',
      ]),
      bash('gotestsum --format pkgname -- -race ./...', `${red('✖')}  internal/http ${grey('(1.21s)')}
${green('✓')}  internal/store ${grey('(cached)')}
${green('✓')}  internal/thumb ${grey('(2.04s)')}

=== ${red('Failed')}
=== ${red('FAIL')}: internal/http TestThumbParallel (0.38s)
==================
${red('WARNING: DATA RACE')}
Write at 0x00c0001a2f30 by goroutine 31:
  runtime.mapassign()
  thumbd/internal/thumb.(*Cache).Put()
      internal/thumb/cache.go:38 +0x1c4
Previous read at 0x00c0001a2f30 by goroutine 29:
  thumbd/internal/thumb.(*Cache).Get()
      internal/thumb/cache.go:29 +0x9e
==================

${red('DONE')} 24 tests, 1 failure in 6.310s`, { code: 1, ms: 8100 }),
    ],
    seconds: 16.2,
  })
  s.reply({
    think: 'I said "under one mutex" and wrote no mutex. Add it.',
    text: 'I announced a mutex and forgot it. The race detector is right.',
    calls: [
      edit(lru, ['import "container/list"', 'import (\n\t"container/list"\n\t"sync"\n)'], ['type Cache struct {\n', 'type Cache struct {\n\tmu    sync.Mutex\n'], [
        '([]byte, bool) {\n',
        '([]byte, bool) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n',
      ], ['jpeg []byte) {\n\tc.items', 'jpeg []byte) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.items']),
      bash('gotestsum --format pkgname -- -race ./...', passed([['internal/http', '1.33'], ['internal/store', '0.20'], ['internal/thumb', '2.11']], 24, 6.02), { ms: 7600 }),
      bash('go run ./cmd/load -clients 32 -edge 320 -replay access-2026-11-16.log', load(611, 905, 58, 1904) + '\n  hit rate   31 %', { ms: 61900, timeout: 120 }),
    ],
    seconds: 9.5,
  })
  const measured = s.reply({
    text: `The cache works and **does not solve it**: yesterday's log asks for the same thumbnail again in only 31 % of requests, so p95 is still a miss (905 ms). And 20,000 thumbnails cost 1.9 GB.

It is worth having later, bounded by bytes, on top of a faster miss.`,
    seconds: 6.6,
  })
  s.label(measured, 'cache: p95 unchanged')
  s.wait(74)
  s.prompt('Bound it by bytes then, 256 MB, and keep it for later.')
  s.reply({ error: '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', stop: 'error', seconds: 31 })
}

/** Second way: a library that is not there. The user stops it. */
function libvips(s) {
  s.shell('git stash -u', 'Saved working directory and index state WIP on main: 4be1f0a Allow pictures up to 12 MP')
  s.prompt('Forget the cache. What would libvips give us? Just try it.')
  s.reply({
    text: 'I will try `govips` on a copy of the benchmark.',
    calls: [
      bash('go get github.com/davidbyttow/govips/v2@v2.16.0', 'go: added github.com/davidbyttow/govips/v2 v2.16.0', { ms: 2300 }),
      bash('go build ./...', "# pkg-config --cflags  -- vips\nPackage vips was not found in the pkg-config search path.\nPerhaps you should add the directory containing `vips.pc'\nto the PKG_CONFIG_PATH environment variable\nPackage 'vips', required by 'virtual:world', not found\npkg-config: exit status 1", { code: 1, ms: 5100 }),
    ],
    seconds: 5.2,
  })
  s.reply({
    text: 'libvips itself is missing here. I can install it, but the image we deploy would need it too (about 70 MB with its dependencies). Trying on this machine:',
    calls: [bash('sudo -n apt-get install -y libvips-dev', 'sudo: a password is required', { code: 1, ms: 140 })],
    seconds: 4.4,
  })
  s.reply({ text: 'There is no way to install it without a password. One way around would be to build', stop: 'aborted', error: 'Request was aborted.', seconds: 2.1 })
}

/** Third way, the one that stays: fewer pixels before the good filter. */
function shrink(s) {
  s.shell('git checkout . && git clean -fd internal', 'Updated 3 paths from the index')
  s.prompt('No cgo, you are right. Do number 3: shrink by whole factors first. Thumbnails must look the same to the eye.')
  s.model('claude-opus-4-5')
  s.reply({
    think: 'Box-shrink each plane of the YCbCr image by an integer factor n so that the result is still at least twice the wanted edge; then CatmullRom from there. Work on planes, not on RGBA, so each sample is touched once. Odd sizes: average over what is there. "Look the same" should be a test: SSIM against the old result.',
    text: 'I will average blocks of *n × n* samples in each plane, with *n* as large as leaves at least twice the wanted size, and let Catmull-Rom do the rest. "Looks the same" becomes a test: SSIM ≥ 0.985 against today’s output.',
    calls: [
      write('internal/thumb/shrink.go', `package thumb

import "image"

// shrinkBy is the whole factor by which a picture may be averaged so that twice
// the wanted edge is left for the good filter.
func shrinkBy(b image.Rectangle, edge int) int {
	return max(1, max(b.Dx(), b.Dy())/(2*edge))
}

// shrink averages blocks of n by n samples, plane by plane.
func shrink(src *image.YCbCr, n int) *image.YCbCr {
	b := src.Bounds()
	dst := image.NewYCbCr(image.Rect(0, 0, b.Dx()/n, b.Dy()/n), src.SubsampleRatio)
	average(dst.Y, dst.YStride, src.Y, src.YStride, n)
	average(dst.Cb, dst.CStride, src.Cb, src.CStride, n)
	average(dst.Cr, dst.CStride, src.Cr, src.CStride, n)
	return dst
}

func average(dst []uint8, dstStride int, src []uint8, srcStride, n int) {
	area := uint32(n * n)
	for y := 0; y < len(dst)/dstStride; y++ {
		for x := range dstStride {
			var sum uint32
			for j := range n {
				row := src[(y*n+j)*srcStride+x*n:]
				for _, v := range row[:n] {
					sum += uint32(v)
				}
			}
			dst[y*dstStride+x] = uint8((sum + area/2) / area)
		}
	}
}
`),
      edit(resize, [
        '\tsmall := image.NewRGBA(fit(img.Bounds(), edge))\n',
        '\tif planes, ok := img.(*image.YCbCr); ok {\n\t\tif n := shrinkBy(planes.Bounds(), edge); n > 1 {\n\t\t\timg = shrink(planes, n)\n\t\t}\n\t}\n\tsmall := image.NewRGBA(fit(img.Bounds(), edge))\n',
      ]),
      bash('go test ./internal/thumb', `--- FAIL: TestMakeKeepsShape (0.00s)
    --- FAIL: TestMakeKeepsShape/4001x3000 (0.21s)
panic: runtime error: slice bounds out of range [3999:3998]

goroutine 22 [running]:
thumbd/internal/thumb.average({0xc000b10000, 0x1e8480, 0x1e8480}, 0x29a, ...)
	/home/ada/src/thumbd/internal/thumb/shrink.go:28 +0x1f1
FAIL	thumbd/internal/thumb	0.412s
FAIL`, { code: 1, ms: 2600 }),
    ],
    seconds: 28.3,
  })
  s.reply({
    think: 'The chroma planes of odd widths are (w+1)/2 wide and the destination stride can ask for one block too many. Clamp to what is there and divide by the number of samples read.',
    text: 'Odd widths: the chroma plane is half of *rounded up*, so the last block is not full. Average what is there instead of assuming whole blocks.',
    calls: [
      edit('internal/thumb/shrink.go', [
        '\tarea := uint32(n * n)\n\tfor y',
        '\theight := len(src) / srcStride\n\tfor y',
      ], [
        '\t\t\tvar sum uint32\n\t\t\tfor j := range n {\n\t\t\t\trow := src[(y*n+j)*srcStride+x*n:]\n\t\t\t\tfor _, v := range row[:n] {\n\t\t\t\t\tsum += uint32(v)\n\t\t\t\t}\n\t\t\t}\n\t\t\tdst[y*dstStride+x] = uint8((sum + area/2) / area)\n',
        '\t\t\tvar sum, area uint32\n\t\t\tfor j := y * n; j < min(height, y*n+n); j++ {\n\t\t\t\trow := src[j*srcStride : j*srcStride+srcStride]\n\t\t\t\tfor _, v := range row[min(x*n, srcStride-1):min(x*n+n, srcStride)] {\n\t\t\t\t\tsum += uint32(v)\n\t\t\t\t\tarea++\n\t\t\t\t}\n\t\t\t}\n\t\t\tdst[y*dstStride+x] = uint8((sum + area/2) / max(1, area))\n',
      ]),
      bash('gotestsum --format pkgname -- -race ./...', passed([['internal/http', '1.19'], ['internal/store', '0.21'], ['internal/thumb', '3.92']], 29, 7.44), { ms: 9300 }),
      bash('go test ./internal/thumb -run SSIM -v', `=== RUN   TestSSIM
    resize_test.go:61: portrait.jpg   0.9942
    resize_test.go:61: forest.jpg     0.9871
    resize_test.go:61: text.jpg       0.9903
--- PASS: TestSSIM (1.88s)
PASS`, { ms: 3300 }),
    ],
    seconds: 19.7,
  })
  s.reply({
    text: 'All three test pictures are above 0.985. The timings:',
    calls: [
      bash('go test ./internal/thumb -bench Make -benchmem', bench('    19    61204877', ' 21460112', '     31', '2.207'), { ms: 6100 }),
      bash('go run ./cmd/load -clients 32 -edge 320', load(214, 263, 131, 640), { ms: 61100, timeout: 120 }),
    ],
    seconds: 3.9,
  })
  const shrunk = s.reply({
    text: `From **212 to 61 ms** a picture, p95 from **912 to 263 ms**, half the memory, and no difference to be seen (SSIM ≥ 0.987).

What is left of the 61 ms:

- decoding: 47 ms
- shrinking: 8 ms
- Catmull-Rom and encoding: 6 ms

So the next step must be about decoding, or about allocation (21 MB a picture).`,
    seconds: 8.8,
  })
  s.label(shrunk, '212 → 61 ms')
  return shrunk
}

/** A first idea for the rest: reuse buffers. Finished, but worth little. */
function pool(s) {
  s.wait(140)
  s.prompt('Try the allocations first, that is less code.')
  s.reply({
    text: 'A `sync.Pool` for the shrunk planes and for the RGBA of the thumbnail.',
    calls: [
      write('internal/thumb/pool.go', `package thumb

import "sync"

var planes = sync.Pool{New: func() any { return new([]uint8) }}

// borrow answers n bytes that hold whatever they held before.
func borrow(n int) *[]uint8 {
	p := planes.Get().(*[]uint8)
	if cap(*p) < n {
		*p = make([]uint8, n)
	}
	*p = (*p)[:n]
	return p
}
`),
      edit(resize, ['\tsmall := image.NewRGBA(fit(img.Bounds(), edge))\n', '\tbox := fit(img.Bounds(), edge)\n\tpix := borrow(4 * box.Dx() * box.Dy())\n\tdefer planes.Put(pix)\n\tsmall := &image.RGBA{Pix: *pix, Stride: 4 * box.Dx(), Rect: box}\n']),
      bash('go test ./internal/thumb', `--- FAIL: TestTransparentEdges (0.06s)
    resize_test.go:88: pixel (0,0) = {212 40 31 255}, want {0 0 0 0}
        the picture before this one shines through
FAIL
FAIL	thumbd/internal/thumb	2.017s`, { code: 1, ms: 3700 }),
    ],
    seconds: 14.2,
  })
  s.reply({
    text: 'A borrowed buffer still shows the picture before it, which would leak one user’s picture into another’s. It has to be cleared before use.',
    calls: [
      edit('internal/thumb/pool.go', ['// borrow answers n bytes that hold whatever they held before.', '// borrow answers n zero bytes. They are cleared here and not by the caller, who would forget.'], ['\t*p = (*p)[:n]\n', '\t*p = (*p)[:n]\n\tclear(*p)\n']),
      bash('gotestsum --format pkgname -- -race ./...', passed([['internal/http', '1.22'], ['internal/store', '0.20'], ['internal/thumb', '4.01']], 30, 7.61), { ms: 9400 }),
      bash('go run ./cmd/load -clients 32 -edge 320', load(197, 241, 142, 410), { ms: 61000, timeout: 120 }),
    ],
    seconds: 11.4,
  })
  return s.reply({
    text: 'p95 goes from 263 to **241 ms**, allocations from 31 to 9 a picture. It is correct now, but it bought 8 % and a trap that needs a test. I would not keep it unless decoding alone is not enough.',
    seconds: 6.1,
  })
}

/** The last step: decode no more than is needed. With a long pause, a compaction, and a picture of the result. */
function scaledDecode(s) {
  const decode = 'internal/thumb/decode.go'
  s.wait(33)
  const wanted = s.prompt('Right, leave the pool out. Then decode less: JPEG can be decoded at 1/2, 1/4, 1/8 from the low frequencies alone, like libjpeg does. How much work is that in pure Go?')
  s.reply({
    think: 'image/jpeg cannot do it; its decoder is about 800 lines. Fork the package into internal/jpegscale, keep Huffman decoding as it is, and replace the 8x8 IDCT by 4x4, 2x2, 1x1 ones that read only the low coefficients. Progressive files: fall back to full decode.',
    text: `About a day by hand, less for me: the standard decoder stays as it is up to the coefficients; only the inverse transform changes.

- **1/8** needs the DC coefficient alone
- **1/4** and **1/2** need a 2 × 2 and a 4 × 4 transform
- progressive files fall back to the full decoder

Shall I?`,
    seconds: 12.1,
  })
  s.wait(18)
  s.prompt('Yes. Copy the licence of the standard package along.')
  s.reply({
    text: 'First the copy with its licence, unchanged, so that the diff afterwards shows only what is ours.',
    calls: [
      bash('mkdir -p internal/jpegscale && cp $(go env GOROOT)/src/image/jpeg/{reader,huffman,scan,idct}.go $(go env GOROOT)/LICENSE internal/jpegscale/ && git add internal/jpegscale && git commit -qm "Copy image/jpeg of Go 1.26" && git show --stat --oneline HEAD', `c1b04d7 Copy image/jpeg of Go 1.26
 internal/jpegscale/LICENSE    |  27 ++
 internal/jpegscale/huffman.go | 244 ++++++++++++++++
 internal/jpegscale/idct.go    | 194 +++++++++++++
 internal/jpegscale/reader.go  | 816 ++++++++++++++++++++++++++++++++++++++++++++++++++
 internal/jpegscale/scan.go    | 523 ++++++++++++++++++++++++++++++++
 5 files changed, 1804 insertions(+)`, { ms: 480 }),
      read('internal/jpegscale/scan.go', `// reconstructBlock dequantizes, performs the inverse DCT and stores the block
// to the image.
func (d *decoder) reconstructBlock(b *block, bx, by, compIndex int) error {
	qt := &d.quant[d.comp[compIndex].tq]
	for zig := 0; zig < blockSize; zig++ {
		b[unzig[zig]] *= qt[zig]
	}
	idct(b)
	dst, stride := []byte(nil), 0
	…
}`, { range: { offset: 468, limit: 40 } }),
    ],
    seconds: 9.3,
  })
  s.reply({
    think: 'Scale s in {1,2,4,8}: output block side 8/s. Store blocks at (bx*8/s, by*8/s). The image planes need to be allocated at scaled size: makeImg.',
    calls: [
      write('internal/jpegscale/scaled.go', `package jpegscale

// idctScaled writes the k by k picture (k = 4, 2 or 1) that the low k by k
// coefficients of b give, into the corner of b.
func idctScaled(b *block, k int) {
	switch k {
	case 1:
		b[0] = (b[0] + 4) >> 3
	case 2:
		a, c, d, e := b[0], b[1], b[8], b[9]
		b[0], b[1] = (a+c+d+e)>>3, (a-c+d-e)>>3
		b[8], b[9] = (a+c-d-e)>>3, (a-c-d+e)>>3
	case 4:
		for y := range 4 {
			idct4(b[y*8:y*8+4], 1)
		}
		for x := range 4 {
			idct4(b[x:], 8)
		}
	}
}
`),
      write(decode, `package thumb

import (
	"image"
	"io"

	"thumbd/internal/jpegscale"
)

// decode reads a JPEG at the smallest of 1/8, 1/4, 1/2 and 1 that leaves twice
// the wanted edge.
func decode(src io.Reader, edge int) (image.Image, error) {
	d, err := jpegscale.NewReader(src)
	if err != nil {
		return nil, err
	}
	scale := 8
	for scale > 1 && max(d.Width, d.Height)/scale < 2*edge {
		scale /= 2
	}
	return d.Decode(scale)
}
`),
      edit(resize, ['\timg, err := jpeg.Decode(src)\n', '\timg, err := decode(src, edge)\n']),
      bash('go test ./internal/...', `ok  	thumbd/internal/http	1.204s
--- FAIL: TestDecodeScaled (0.11s)
    --- FAIL: TestDecodeScaled/1/2_subsampled_420 (0.03s)
        scaled_test.go:47: plane Cb is 501 wide, want 500
FAIL	thumbd/internal/jpegscale	0.322s
ok  	thumbd/internal/store	0.203s
ok  	thumbd/internal/thumb	4.115s
FAIL`, { code: 1, ms: 7200 }),
    ],
    seconds: 41.5,
  })
  s.reply({
    text: 'One column too many in the chroma planes: they are rounded up once at full size and once again at half. Compute them from the scaled luma size instead.',
    calls: [
      bash("sed -i 's|w: (d.width + 1) / 2 / s|w: (d.width/s + 1) / 2|' internal/jpegscale/reader.go && gotestsum --format pkgname -- -race ./...", passed([['internal/http', '1.24'], ['internal/jpegscale', '1.90'], ['internal/store', '0.20'], ['internal/thumb', '4.20']], 51, 9.12), { ms: 11400 }),
      bash('git add -A && git commit -qm "Decode JPEGs no larger than the thumbnail needs" && git show --stat --oneline HEAD | tail -1', ' 7 files changed, 231 insertions(+), 19 deletions(-)', { ms: 310 }),
    ],
    seconds: 10.8,
  })
  const tested = s.reply({
    text: 'All 51 tests pass, committed. The load test is next; it wants the machine for itself.',
    seconds: 3.4,
  })

  // A long pause: the machine was taken.
  s.wait(3 * 3600 + 12 * 60)
  s.compact(
    tested,
    `## Goal
p95 of GET /thumb under 150 ms for 12 MP pictures, on the same machine, without cgo.

## Done
- Profiled: resampling was 72 %, decoding 23 % of 212 ms
- \`internal/thumb/shrink.go\`: planes are averaged by whole factors first (61 ms, SSIM ≥ 0.987)
- \`internal/jpegscale\`: copy of image/jpeg that decodes at 1/2, 1/4, 1/8; licence copied; 51 tests pass

## Left out
- Cache: 31 % hit rate, p95 unchanged
- libvips: needs cgo and a system library
- Buffer pool: 8 % only

## Next
Load test, picture of the result, release note.`,
    {
      readFiles: ['internal/http/thumb.go', 'internal/jpegscale/scan.go'],
      modifiedFiles: ['internal/jpegscale/reader.go', 'internal/jpegscale/scaled.go', 'internal/thumb/decode.go', 'internal/thumb/resize.go', 'internal/thumb/shrink.go'],
    },
  )
  s.wait(12)
  s.prompt('The machine is free now. Run the load test and draw the steps as a picture for the release note.')
  s.reply({
    calls: [
      bash('go test ./internal/thumb -bench Make -benchmem', bench('    43    27118406', '  6204118', '     29', '2.114'), { ms: 5900 }),
      bash('go run ./cmd/load -clients 32 -edge 320', load(98, 121, 293, 290), { ms: 61000, timeout: 120 }),
    ],
    seconds: 4.6,
  })
  s.reply({
    text: '**121 ms.** Now the picture.',
    calls: [
      bash('go run ./cmd/load -chart docs/thumb-p95.png results/*.json', 'wrote docs/thumb-p95.png (320x200)', { ms: 1900 }),
      { name: 'read', args: { path: 'docs/thumb-p95.png' }, output: 'Read image file [image/png]', images: [png('result.png')], ms: 24 },
    ],
    seconds: 5,
  })
  s.reply({
    calls: [
      edit('CHANGELOG.md', ['## Unreleased\n', '## Unreleased\n\n- Thumbnails of large pictures are made eight times faster: JPEGs are decoded no larger than needed and averaged before the final filter.\n']),
      write('CHANGELOG.md', `# Changelog

## Unreleased

- Thumbnails of large pictures are made eight times faster: JPEGs are decoded no
  larger than needed and averaged before the final filter.
`),
    ],
    seconds: 5.7,
  })
  const done = s.reply({
    text: `Done: p95 is **121 ms** with 32 clients (wanted: under 150), one picture costs 27 instead of 212 ms, and peak memory fell from 1,180 to 290 MB.

| step | ms a picture | p95 |
|---|--:|--:|
| before | 212 | 912 |
| shrink first | 61 | 263 |
| + scaled decode | **27** | **121** |

Two things to know before it ships:

1. Progressive JPEGs (2 % of the log) take the old way to decode, 74 ms.
2. \`internal/jpegscale\` is a copy; fixes to Go's \`image/jpeg\` must be carried over by hand. I noted the Go version in its first commit.`,
    seconds: 13.9,
  })
  s.label(wanted, 'decode less')
  s.label(done, 'p95 121 ms')
}

/** The same branch in a session of its own: how it is shipped. */
export function behindAFlag(parent) {
  const s = parent.branchedSession({
    id: '019a9861-73b2-7e05-9c1f-0d6a2be4717c',
    at: '2026-11-18T09:24:40.012Z',
    parentSession: '{{SAMPLES}}/faster-thumbnails.jsonl',
  })
  s.wait(25)
  s.prompt('Ship this behind a flag: 5 % of requests at first, and count which way each one took.')
  s.reply({
    think: 'Choose by a hash of the picture id, so that one picture always takes the same way and caches downstream stay stable.',
    text: 'I choose by a hash of the picture’s id, not by chance: the same picture then always takes the same way, and a difference can be reproduced.',
    calls: [
      write('internal/thumb/rollout.go', `package thumb

import "hash/fnv"

// Scaled says whether a picture takes the new decoder when percent of all do.
func Scaled(id string, percent uint32) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return h.Sum32()%100 < percent
}
`),
      edit(handler, ['thumb.Make(w, picture, edge)', 'thumb.Make(w, picture, edge, thumb.Scaled(r.PathValue("id"), scaledPercent))']),
      bash('gotestsum --format pkgname -- -race ./...', passed([['internal/http', '1.31'], ['internal/jpegscale', '1.88'], ['internal/store', '0.20'], ['internal/thumb', '4.32']], 54, 9.4), { ms: 11800 }),
    ],
    seconds: 17.2,
  })
  s.reply({
    text: 'The flag is `-scaled-percent` (default 5). `/metrics` counts `thumb_made_total{way="scaled"}` and `{way="full"}`. All 54 tests pass.\n\nTo go further, raise it to 50 after a day without differences, then remove the flag together with the old way.',
    seconds: 7.7,
  })
  s.name('Ship thumbnails behind a flag')
  return s
}
