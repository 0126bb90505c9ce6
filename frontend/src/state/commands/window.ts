import { clamp } from '../../lib/window'
import { textSizes } from '../settings.svelte'
import { always, type Command } from './command'

function overlay(name: 'palette' | 'help' | 'settings', title: string, keys: string[]): Command {
  return {
    id: name,
    title,
    group: 'Branchline',
    keys,
    when: always,
    run: ({ app }) => (app.layout.overlay = app.layout.overlay === name ? '' : name),
  }
}

function theme(name: string, title: string): Command {
  return {
    id: `theme-${name}`,
    title,
    group: 'View',
    keys: [],
    when: ({ app }) => app.settings.value.theme !== name,
    run: ({ app }) => app.settings.set({ theme: name }),
  }
}

function size(id: string, title: string, keys: string[], by: number): Command {
  return {
    id,
    title,
    group: 'View',
    keys,
    when: always,
    run: ({ app }) => {
      const wanted = by === 0 ? textSizes.usual : app.settings.value.textSize + by
      app.settings.set({ textSize: clamp(wanted, textSizes.low, textSizes.high) })
    },
  }
}

/** How everything looks, and what opens over it. */
export const windowCommands: readonly Command[] = [
  theme('system', 'Theme: as the system'),
  theme('dark', 'Theme: dark'),
  theme('light', 'Theme: light'),
  size('larger', 'Make the text larger', ['$mod++', '$mod+=', '$mod+Shift++'], 10),
  size('smaller', 'Make the text smaller', ['$mod+-'], -10),
  size('usual-size', 'Show text at its usual size', ['$mod+0'], 0),

  overlay('palette', 'Search commands and sessions', ['$mod+k', '$mod+Shift+P']),
  // A keyboard that types ? without Shift is met by the third.
  overlay('help', 'Keys', ['Shift+?', 'F1', '?']),
  overlay('settings', 'Settings', ['$mod+,']),
]
