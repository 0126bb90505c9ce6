import hljs from 'highlight.js/lib/core'
import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ default: LanguageFn }>

// One module a language, fetched when a text of it is shown.
const loads: Record<string, Load> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fsharp: () => import('highlight.js/lib/languages/fsharp'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  nix: () => import('highlight.js/lib/languages/nix'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vim: () => import('highlight.js/lib/languages/vim'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

// Names of fences and endings of files, by language.
const names: Record<string, string> = {
  bash: 'sh zsh fish ksh bats',
  c: 'h',
  clojure: 'clj cljs edn',
  cpp: 'cc cxx c++ hpp hh hxx ino',
  csharp: 'cs',
  diff: 'patch',
  dockerfile: 'docker containerfile',
  elixir: 'ex exs',
  erlang: 'erl',
  fsharp: 'fs fsx',
  go: 'golang',
  graphql: 'gql',
  groovy: 'gradle',
  haskell: 'hs',
  ini: 'toml conf cfg properties editorconfig gitconfig',
  javascript: 'js jsx mjs cjs node',
  json: 'jsonl jsonc json5 ndjson webmanifest',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex sty',
  makefile: 'make mk mak',
  markdown: 'md mdx mkd',
  ocaml: 'ml mli',
  perl: 'pl pm',
  php: 'php5 phtml',
  powershell: 'ps1 psm1 pwsh',
  protobuf: 'proto',
  python: 'py pyi py3 gyp bzl',
  r: 'rlang',
  ruby: 'rb gemspec rake gemfile rakefile',
  rust: 'rs',
  scss: 'sass less',
  shell: 'console shellsession',
  sql: 'psql sqlite mysql',
  typescript: 'ts tsx mts cts',
  xml: 'html htm xhtml svg vue svelte astro rss plist xsd',
  yaml: 'yml',
}

const byName = new Map<string, string>(Object.keys(loads).map((lang) => [lang, lang]))
for (const [lang, others] of Object.entries(names)) for (const n of others.split(' ')) byName.set(n, lang)

/** Above this no colours: the highlighter's work grows faster than the text. */
export const maxHighlightChars = 100_000

/** The language of a fence's name or of a file's path, "" when it has none we know. */
export function languageOf(nameOrPath: string): string {
  const file = (nameOrPath.split(/[/\\]/).at(-1) ?? '').toLowerCase()
  return byName.get(file) ?? byName.get(file.split('.').at(-1) ?? '') ?? ''
}

/** Colours code; the answer is the highlighter's own markup, in which the code is escaped. Null: no colours for it. */
export async function highlighted(code: string, language: string): Promise<string | null> {
  const load = loads[language]
  if (!load || code.length > maxHighlightChars) return null
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default)
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}
