import { describe, expect, it } from 'vitest'
import { describeExcess, MAX_FIRST_PAGE_BYTES, MAX_FIRST_PAGE_FILES } from './build/first-page-limit.mjs'

const tag = { name: 'sluice.js', bytes: 2_000 }
const page = { name: 'first-page.js', bytes: MAX_FIRST_PAGE_BYTES - 2_000 }

describe("the size limit of the script's first page", () => {
  it('accepts a page of exactly that size in the tag and two files', () => {
    expect(describeExcess({ files: [tag, page] })).toBeUndefined()
    const halves = Array.from({ length: MAX_FIRST_PAGE_FILES }, () => ({ name: 'half.js', bytes: 1 }))
    expect(describeExcess({ files: [tag, ...halves] })).toBeUndefined()
  })

  it('reports the excess and the largest modules of a larger page', () => {
    const files = [tag, { ...page, bytes: page.bytes + 1_234 }]
    const modules = [
      { name: 'src/small.ts', bytes: 900 },
      { name: 'src/large.ts', bytes: 9_000 },
    ]
    const said = describeExcess({ files, modules }) ?? ''
    expect(said).toContain('55.6 kB by brotli: 1.2 kB over 54.4 kB')
    expect(said.indexOf('9.0 kB  src/large.ts')).toBeGreaterThan(0)
    expect(said.indexOf('src/small.ts')).toBeGreaterThan(said.indexOf('src/large.ts'))
  })

  it('reports a page with too many files', () => {
    const chunks = Array.from({ length: MAX_FIRST_PAGE_FILES + 1 }, (_, at) => ({
      name: `${at}.js`,
      bytes: 1,
    }))
    expect(describeExcess({ files: [tag, ...chunks] })).toContain('4 files: 1 over the tag and 2')
  })
})
