import type { Api } from '../api/api'
import type { Chain, FamilyAnswer, FamilyNode } from '../api/types'
import { rails, type Rail } from '../lib/rails'
import { clamp } from '../lib/window'
import { answerOf, loading, type Remote } from './remote'
import type { OpenSession } from './session.svelte'

/** A line of the family: an attempt, or a session with where it hangs. */
export type FamilyLine =
  | { kind: 'attempt'; id: string; number: number; chain: Chain; posInSet: number; setSize: number }
  | {
      kind: 'node'
      id: string
      at: number
      node: FamilyNode
      rail: Rail
      level: number
      posInSet: number
      setSize: number
    }

/** What a session comes from, what came from it, and what else was tried at its task. */
export class Family {
  /** What was known stays while a newer answer is on its way. */
  answer = $state.raw<Remote<FamilyAnswer>>(loading)
  /** The line that the keyboard is at. */
  cursor = $state('')
  #asked = 0

  readonly value = $derived(this.answer.state === 'ready' ? this.answer.value : undefined)
  readonly lines = $derived(this.value === undefined ? [] : familyLines(this.value))
  readonly self = $derived(this.value?.nodes[this.value.self])
  /** The session this one was made from. */
  readonly from = $derived(this.self === undefined ? undefined : this.value?.nodes[this.self.parent])
  /** The sessions made from this one. */
  readonly next = $derived.by(() => {
    const { value } = this
    return value === undefined ? [] : value.nodes.filter((node) => node.parent === value.self)
  })
  /** Nothing is tied to it. */
  readonly alone = $derived(this.value !== undefined && !this.value.scanning && this.value.nodes.length < 2)
  /** The place of the line that Tab comes to: the keyboard's, else the session's own. */
  readonly stop = $derived.by(() => {
    const at = this.lines.findIndex((line) => line.id === this.cursor)
    if (at >= 0) return at
    return Math.max(
      0,
      this.lines.findIndex((line) => line.kind === 'node' && line.at === this.value?.self),
    )
  })

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** A view shows the family: from now on it is loaded. */
  begin(): void {
    if (this.#asked === 0) void this.#load()
  }

  /** The session or the list changed: ask again. */
  refresh(): void {
    if (this.#asked > 0) void this.#load()
  }

  /** Moves the keyboard by so many lines. */
  step(by: number): void {
    this.goTo(this.stop + by)
  }

  goTo(index: number): void {
    this.cursor = this.lines[clamp(index, 0, this.lines.length - 1)]?.id ?? ''
  }

  /** Goes to what the line hangs from. */
  outward(): void {
    const line = this.lines[this.stop]
    if (line?.kind !== 'node') return
    const above = this.lines.findLastIndex(
      (other, i) =>
        i < this.stop && (other.kind === 'attempt' ? line.node.parent < 0 : other.at === line.node.parent),
    )
    if (above >= 0) this.goTo(above)
  }

  /** Goes to what hangs from the line. */
  inward(): void {
    const line = this.lines[this.stop]
    const below = this.lines[this.stop + 1]
    if (below?.kind === 'node' && (line?.kind === 'attempt' || line?.at === below.node.parent))
      this.goTo(this.stop + 1)
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    const answer = await answerOf(this.api.family({ session: this.session.handle }))
    if (asked !== this.#asked) return
    // A family that is here stays while folders are read again, and when a later reading fails.
    const whole = answer.state === 'ready' && !answer.value.scanning
    if (whole || this.value === undefined || this.value.scanning) this.answer = answer
  }
}

/** Lists the attempts and below each its sessions; one attempt alone needs no line. */
export function familyLines(family: FamilyAnswer): FamilyLine[] {
  const drawn = rails(family.nodes.map((node) => node.parent))
  const siblings = new Map<string, number[]>()
  const setOf = (node: FamilyNode) => (node.parent < 0 ? `chain ${node.chain}` : `node ${node.parent}`)
  for (const [at, node] of family.nodes.entries()) {
    const set = siblings.get(setOf(node))
    if (set === undefined) siblings.set(setOf(node), [at])
    else set.push(at)
  }
  const several = family.attempts > 1
  const out: FamilyLine[] = []
  for (const [at, node] of family.nodes.entries()) {
    const chain = family.chains[node.chain]
    const number = family.before + node.chain + 1
    if (several && chain?.first === at)
      out.push({
        kind: 'attempt',
        id: `attempt ${number}`,
        number,
        chain,
        posInSet: number,
        setSize: family.attempts,
      })
    const set = siblings.get(setOf(node)) ?? []
    out.push({
      kind: 'node',
      id: node.path === '' ? `missing ${node.id}` : node.path,
      at,
      node,
      rail: drawn[at] ?? { lane: 0, from: -1, down: false, pass: [] },
      level: node.depth + (several ? 2 : 1),
      posInSet: set.indexOf(at) + 1,
      setSize: set.length,
    })
  }
  return out
}
