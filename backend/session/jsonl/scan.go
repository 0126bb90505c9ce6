package jsonl

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"sync"
)

// MaxLine is the longest line that is read, in bytes. It is the longest string
// the agent's own engine can hold, so no agent can have read a longer one.
const MaxLine = 512 << 20

var maxLine int64 = MaxLine // less in tests

const (
	block    = 256 << 10 // bytes a worker reads at once
	overhang = 8 << 10   // bytes it reads behind its chunk, where the last line ends
	minChunk = 1 << 20
	maxChunk = 2 << 20 // small, as the last chunks are waited for
)

// Line is one physical line without its LF. Bytes are valid until the next call
// of Next and nil when the line is longer than MaxLine.
type Line struct {
	Bytes []byte
	Off   int64
	// Len is the line's length, also when Bytes is nil.
	Len int64
	// No counts the lines of this chunk from 0.
	No int
	// Whole: the line ends in LF. Only the last line of a file may not.
	Whole bool
}

// Chunk is a part of a file's lines, in order.
type Chunk struct {
	src        io.ReaderAt
	next       int64 // offset of the next line
	end        int64 // lines that start here or later belong to the next chunk
	size       int64
	buf        []byte
	base       int64 // offset of buf[0]
	line       Line
	count      int
	err        error
	ctx        context.Context
	sinceCheck int
}

// Result is what one chunk gave, and how many lines it had.
type Result[T any] struct {
	Value T
	Lines int
}

// Scan cuts the bytes from offset from to size into chunks of whole lines, runs
// read over each, several at a time where that pays, and returns the answers in
// the order of the file. from must be the start of a line.
func Scan[T any](ctx context.Context, src io.ReaderAt, from, size int64, read func(*Chunk) T) ([]Result[T], error) {
	var out []Result[T]
	err := Each(ctx, src, from, size, read, func(r Result[T], _ int64) { out = append(out, r) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Each is Scan for answers that are used up at once, so that not all of them
// are in memory together: take gets them one at a time, in the order of the
// file, while later chunks are still being read. end is the offset behind the
// chunk. After an error take may not have got all.
func Each[T any](ctx context.Context, src io.ReaderAt, from, size int64, read func(*Chunk) T, take func(r Result[T], end int64)) error {
	total := size - from
	if total <= 0 {
		return ctx.Err()
	}
	workers := runtime.GOMAXPROCS(0)
	length := min(max(total/int64(4*workers), minChunk), maxChunk)
	count := int((total + length - 1) / length)
	queue := inOrder[T]{take: take}
	run := func(i int, buf []byte) []byte {
		start := from + int64(i)*length
		c := &Chunk{src: src, next: start, end: min(start+length, size), size: size, buf: buf[:0], base: start, ctx: ctx}
		if i > 0 {
			c.seek()
		}
		d := done[T]{end: min(start+length, size)}
		d.Value = read(c)
		for c.err == nil && c.Next() { // what read left over still counts
			continue
		}
		d.Lines, d.err = c.count, c.err
		queue.put(i, d)
		if cap(c.buf) > 4*block {
			return nil
		}
		return c.buf
	}
	if count == 1 || workers == 1 {
		buf := buffers.Get().(*[]byte)
		for i := range count {
			*buf = run(i, *buf)
		}
		buffers.Put(buf)
	} else {
		var wg sync.WaitGroup
		jobs := make(chan int)
		for range min(workers, count) {
			wg.Go(func() {
				buf := buffers.Get().(*[]byte)
				for i := range jobs {
					*buf = run(i, *buf)
				}
				buffers.Put(buf)
			})
		}
		for i := range count {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
	}
	if queue.err != nil {
		return queue.err
	}
	return ctx.Err()
}

// buffers are lent to one scan after the other: most files are shorter than one.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// done is a chunk that was read.
type done[T any] struct {
	Result[T]
	end int64
	err error
}

// inOrder hands on chunks in the order of the file, whichever is ready first.
type inOrder[T any] struct {
	take func(Result[T], int64)

	mu      sync.Mutex
	waiting map[int]done[T]
	next    int
	err     error // of the first chunk that has one; nothing is handed on behind it
}

func (q *inOrder[T]) put(i int, d done[T]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i != q.next {
		if q.waiting == nil {
			q.waiting = map[int]done[T]{}
		}
		q.waiting[i] = d
		return
	}
	for ready := true; ready && q.err == nil; d, ready = q.waiting[q.next] {
		delete(q.waiting, q.next)
		q.next++
		if q.err = d.err; q.err == nil {
			q.take(d.Result, d.end)
		}
	}
}

// seek moves to the first line that starts inside the chunk.
func (c *Chunk) seek() {
	at := c.next - 1
	for at < c.end-1 {
		n := min(int64(block), c.end-1-at)
		b := c.grow(int(n))
		got, err := c.src.ReadAt(b, at)
		if i := bytes.IndexByte(b[:got], '\n'); i >= 0 {
			c.next = at + int64(i) + 1
			c.buf, c.base = b[:got], at
			return
		}
		at += int64(got)
		if err != nil && err != io.EOF {
			c.err = err
			return
		}
		if got == 0 {
			break
		}
	}
	c.next, c.buf = c.end, c.buf[:0]
}

// grow makes room for n more bytes behind the buffered ones and returns that room.
func (c *Chunk) grow(n int) []byte {
	used := len(c.buf)
	if cap(c.buf)-used < n {
		bigger := make([]byte, used, max(2*cap(c.buf), used+n))
		copy(bigger, c.buf)
		c.buf = bigger
	}
	return c.buf[used : used+n]
}

// Next moves to the next line.
func (c *Chunk) Next() bool {
	if c.err != nil || c.next >= c.end {
		return false
	}
	if c.sinceCheck++; c.sinceCheck >= 1024 {
		c.sinceCheck = 0
		if c.err = c.ctx.Err(); c.err != nil {
			return false
		}
	}
	skip := int(c.next - c.base) // bytes of buf before the line
	searched := skip
	for {
		i := bytes.IndexByte(c.buf[searched:], '\n')
		if i >= 0 && int64(searched+i-skip) <= maxLine {
			return c.hand(c.buf[skip:searched+i], true)
		}
		if int64(len(c.buf)-skip) > maxLine {
			return c.tooLong()
		}
		searched = len(c.buf)
		at := c.base + int64(len(c.buf))
		if at >= c.size {
			return c.hand(c.buf[skip:], false)
		}
		if skip > 0 {
			n := copy(c.buf, c.buf[skip:])
			c.buf, c.base = c.buf[:n], c.base+int64(skip)
			searched, skip = searched-skip, 0
		}
		want := int64(max(block, len(c.buf)/2)) // long lines grow by halves
		if at < c.end {
			want = min(want, c.end+overhang-at)
		}
		room := c.grow(int(min(want, c.size-at)))
		n, err := c.src.ReadAt(room, at)
		c.buf = c.buf[:len(c.buf)+n]
		if err != nil && err != io.EOF {
			c.err = err
			return false
		}
		if n == 0 { // the file shrank under us
			c.size = at
		}
	}
}

// hand gives out a line that lies in the buffer.
func (c *Chunk) hand(b []byte, whole bool) bool {
	if !whole && len(b) == 0 {
		c.next = c.end
		return false
	}
	c.line = Line{Bytes: b, Off: c.next, Len: int64(len(b)), No: c.count, Whole: whole}
	c.count++
	c.next += int64(len(b)) + 1
	return true
}

// tooLong passes over a line longer than MaxLine without keeping it.
func (c *Chunk) tooLong() bool {
	start := c.next
	at := start + maxLine
	c.buf = make([]byte, 0, block)
	whole, end := false, c.size
	for at < c.size {
		b := c.grow(block)
		n, err := c.src.ReadAt(b, at)
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			whole, end = true, at+int64(i)
			break
		}
		at += int64(n)
		if err != nil && err != io.EOF {
			c.err = err
			return false
		}
		if n == 0 {
			end = at
			break
		}
	}
	c.line = Line{Off: start, Len: end - start, No: c.count, Whole: whole}
	c.count++
	c.next = end + 1
	c.base = c.next
	return true
}

// Line returns the line Next moved to.
func (c *Chunk) Line() Line { return c.line }
