import type { Api } from '../api/api'
import type { SettingsAnswer } from '../api/types'
import { clamp } from '../lib/window'

export const sessionsWidths = { low: 220, high: 420, usual: 280 }
export const graphWidths = { low: 240, high: 640, usual: 360 }
export const textSizes = { low: 90, high: 150, usual: 100 }

const usual: SettingsAnswer = {
  theme: 'system',
  textSize: textSizes.usual,
  singleKeys: true,
  notify: false,
  folders: [],
  sessionsWidth: sessionsWidths.usual,
  graphWidth: graphWidths.usual,
  meta: false,
  rememberRecent: true,
  keepNotes: true,
}

const saveAfterMs = 400

/** What the reader has set, kept by Go. */
export class Settings {
  value = $state.raw<SettingsAnswer>(usual)
  /** The system's theme as Go knows it, "" when it does not. */
  system = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly api: Api,
    readonly onFailed: (message: string) => void,
  ) {}

  load(value: SettingsAnswer): void {
    this.value = {
      ...usual,
      ...value,
      textSize: clamp(value.textSize || usual.textSize, textSizes.low, textSizes.high),
      sessionsWidth: clamp(
        value.sessionsWidth || usual.sessionsWidth,
        sessionsWidths.low,
        sessionsWidths.high,
      ),
      graphWidth: clamp(value.graphWidth || usual.graphWidth, graphWidths.low, graphWidths.high),
    }
  }

  /** Changes some settings at once and keeps them soon. */
  set(change: Partial<SettingsAnswer>): void {
    this.value = { ...this.value, ...change }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), saveAfterMs)
  }

  get scale(): number {
    return this.value.textSize / 100
  }

  async #save(): Promise<void> {
    try {
      await this.api.saveSettings(this.value)
    } catch (cause) {
      this.onFailed(cause instanceof Error ? cause.message : String(cause))
    }
  }
}
