import type { Block, Inline } from './markdown'

/** The beginning of a text that makes no more than about so many elements of the page. */
export function beginning(blocks: Block[], elements: number): { blocks: Block[]; whole: boolean } {
  const cut = new Cut(elements)
  return { blocks: cut.blocks(blocks), whole: cut.whole }
}

class Cut {
  whole = true

  constructor(private left: number) {}

  blocks(blocks: Block[]): Block[] {
    return this.each(blocks, (block) => this.block(block))
  }

  /** Takes of a list what there is room for. */
  private each<T>(list: T[], take: (member: T) => T): T[] {
    const out: T[] = []
    for (const member of list) {
      if (this.left <= 0) {
        this.whole = false
        break
      }
      this.left--
      out.push(take(member))
    }
    return out
  }

  private block(block: Block): Block {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, inline: this.inline(block.inline) }
      case 'quote':
        return { ...block, blocks: this.blocks(block.blocks) }
      case 'list':
        return {
          ...block,
          items: this.each(block.items, (item) => ({ ...item, blocks: this.blocks(item.blocks) })),
        }
      case 'table':
        this.left -= block.head.length
        return {
          ...block,
          rows: this.each(block.rows, (row) => {
            // A row is never shown in part.
            this.left -= row.length
            return row
          }),
        }
      default:
        return block
    }
  }

  private inline(inline: Inline[]): Inline[] {
    return this.each(inline, (node) => {
      // Plain text is no element.
      if (node.kind === 'text') this.left++
      return 'inline' in node ? { ...node, inline: this.inline(node.inline) } : node
    })
  }
}
