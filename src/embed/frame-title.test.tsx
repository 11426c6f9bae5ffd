import { afterEach, expect, it } from 'vitest'
import { createTitleNote, watchTitle } from './frame-title.ts'

afterEach(() => show(true))

function show(isShown: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !isShown })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('tells what stands before the title of a frame, and nothing once it stands alone', async () => {
  const frame = document.implementation.createHTMLDocument('Swap')
  const told: string[] = []
  watchTitle(frame, (words) => told.push(words))
  frame.title = 'Swap complete · Swap'
  await Promise.resolve()
  frame.title = 'Swap'
  await Promise.resolve()
  expect(told).toEqual(['Swap complete · '])
})

it('puts it before the title of a hidden page once, in few plain words, until somebody looks at it', () => {
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
