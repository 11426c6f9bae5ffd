import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import { expect, it } from 'vitest'
import { getStoryLook, LOOKS } from '../.storybook/looks.ts'

const folder = import.meta.dirname

/** The id of each story, in Storybook's format. */
const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.stories.tsx'))
  .flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    const title = source.match(/^ {2}title: '([^']+)'/m)?.[1] ?? ''
    const exports = [...source.matchAll(/^export const (\w+)/gm)]
    return exports.map(([, story = '']) => toId(title, storyNameFromExport(story)))
  })

it('tests each theme in each direction with many stories', () => {
  expect(ids.length).toBeGreaterThan(100)
  expect(new Set(ids).size).toBe(ids.length)
  for (const look of LOOKS) {
    const shown = ids.filter((id) => getStoryLook(id) === look)
    expect(shown.length, `${look.theme}, ${look.direction}`).toBeGreaterThan(ids.length / 6)
  }
})

it('tests a story always in the same theme and direction, independently of other stories', () => {
  expect(getStoryLook('pages-swap--ready')).toEqual({ theme: 'light', direction: 'ltr' })
  expect(getStoryLook('pages-swap--details')).toEqual({ theme: 'dark', direction: 'ltr' })
})
