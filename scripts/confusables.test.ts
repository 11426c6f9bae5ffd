import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeConfusables } from './lib/confusables.ts'

it("generates the widget's table of look-alike characters", () => {
  const file = new URL('../src/lib/confusables.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(describeConfusables())
})
