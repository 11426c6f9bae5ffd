import { expect, it } from 'vitest'
import { createFailedLogos } from './create-failed-logos.ts'

it('remembers a failed logo for ten minutes', () => {
  let now = 0
  const logos = createFailedLogos(() => now)
  logos.add('https://a')
  now = 599_999
  expect(logos.has('https://a')).toBe(true)
  expect(logos.has('https://b')).toBe(false)
  now = 600_000
  expect(logos.has('https://a')).toBe(false)
})

it('remembers the last 500 failed logos', () => {
  const logos = createFailedLogos(() => 0)
  for (let index = 0; index <= 500; index += 1) logos.add(`https://${index}`)
  expect(logos.has('https://0')).toBe(false)
  expect(logos.has('https://1')).toBe(true)
  expect(logos.has('https://500')).toBe(true)
})
