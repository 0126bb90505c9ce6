/** Whether a key in a form confirms it: Enter does in every field but where it has a meaning of its own, Ctrl or ⌘ with it everywhere. */
export function confirms(event: KeyboardEvent): boolean {
  const { key, target, isComposing, defaultPrevented } = event
  if (key !== 'Enter' || isComposing || defaultPrevented || !(target instanceof Element)) return false
  if (event.ctrlKey || event.metaKey) return true
  if (event.shiftKey || event.altKey || target instanceof HTMLTextAreaElement) return false
  return target.getAttribute('role') === 'radio' || target.closest('button, a') === null
}
