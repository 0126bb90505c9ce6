// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { guardDrops, guardLinks } from './guards'
import { isTyping } from './keys'

function drag(name: string, types: string[]): Event {
  const event = new Event(name, { cancelable: true, bubbles: true })
  return Object.assign(event, { dataTransfer: { types, dropEffect: 'none' } })
}

test('a dropped file never replaces the page', () => {
  let drops = 0
  const off = guardDrops(window, () => drops++)
  for (const types of [['Files'], ['text/uri-list', 'text/html']]) {
    for (const name of ['dragenter', 'dragover', 'drop']) {
      const event = drag(name, types)
      document.body.dispatchEvent(event)
      expect(event.defaultPrevented).toBe(true)
    }
  }
  expect(drops).toBe(2)
  const text = drag('drop', ['text/plain'])
  document.body.dispatchEvent(text)
  expect(text.defaultPrevented).toBe(false)
  off()
})

test('links are handed over and never followed', () => {
  const opened: string[] = []
  const off = guardLinks(document, (url) => opened.push(url))
  for (const href of [
    'https://example.org/a',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'file:///etc',
    '/x',
  ]) {
    const link = document.createElement('a')
    link.setAttribute('href', href)
    document.body.append(link)
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    link.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  }
  expect(opened).toEqual(['https://example.org/a', 'mailto:a@example.org'])
  for (const button of [1, 2]) {
    const event = new MouseEvent('auxclick', { bubbles: true, cancelable: true, button })
    document.querySelector('a')?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  }
  expect(opened.length).toBe(3)
  off()
})

test('fields take typed keys, check boxes do not', () => {
  const make = (html: string) => {
    document.body.innerHTML = html
    return document.body.firstElementChild
  }
  expect(isTyping(make('<input>'))).toBe(true)
  expect(isTyping(make('<textarea></textarea>'))).toBe(true)
  expect(isTyping(make('<input type="checkbox">'))).toBe(false)
  expect(isTyping(make('<button>a</button>'))).toBe(false)
  expect(isTyping(null)).toBe(false)
})
