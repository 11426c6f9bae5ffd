import { afterEach, expect, it } from 'vitest'
import { createTitleNote, watchTitle } from './frame-title.ts'

afterEach(() => show(true))

function show(isShown: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !isShown })
  document.dispatchEvent(new Event('visibilitychange'))
}

it("reports the prefix of a frame's title, and an empty one when it is removed", async () => {
  const frame = document.implementation.createHTMLDocument('Swap')
  const told: string[] = []
  watchTitle(frame, (words) => told.push(words))
  frame.title = 'Swap complete · Swap'
  await Promise.resolve()
  frame.title = 'Swap'
  await Promise.resolve()
  expect(told).toEqual(['Swap complete · '])
})

it('prefixes the title of a hidden page once, in limited plain text, until the page is visible', () => {
  document.title = 'The host'
  const note = createTitleNote(document)
  note('Swap complete · ')
  expect(document.title).toBe('The host')
  show(false)
  note('Swap complete · ')
  note('Swap not completed · ')
  expect(document.title).toBe('Swap complete · The host')
  show(true)
  expect(document.title).toBe('The host')
  show(false)
  note(`Call\u202e now ${'!'.repeat(500)}`)
  expect(document.title).toBe(`Call now ${'!'.repeat(50)}… The host`)
})
