import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)

/**
 * Functions that create viem clients: viem's factories, and wagmi's config, which creates one per
 * chain.
 */
const FACTORY = /\b(?:createClient|createPublicClient|createConfig)\(/g

/** Returns the arguments of every factory call in a source, as text. */
function findFactoryCalls(source: string): string[] {
  return [...source.matchAll(FACTORY)].map(({ index, 0: call }) => {
    const start = index + call.length
    let depth = 1
    let end = start
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1
      if (source[end] === ')') depth -= 1
    }
    return source.slice(start, end - 1)
  })
}

function sourceFiles(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('testing/'))
    .map((file) => `${folder}/${file}`)
}

const calls = ['src', 'service', 'wire'].flatMap((folder) =>
  sourceFiles(folder).flatMap((file) =>
    findFactoryCalls(readFileSync(new URL(file, root), 'utf8')).map((call) => ({ file, call })),
  ),
)

describe('every viem client', () => {
  it('is found by this test', () => {
    expect(new Set(calls.map(({ file }) => file))).toEqual(
      new Set(['src/chain/chain-reader.ts', 'src/wallet/own-config.ts', 'service/chain/rpc/rpc-nodes.ts']),
    )
    expect(findFactoryCalls('createPublicClient({ a: b() })')).toEqual(['{ a: b() }'])
  })

  it.each(calls)('in $file disables CCIP-Read, so that it requests no URL from a contract', ({ call }) => {
    expect(call).toMatch(/\bccipRead: false\b/)
  })
})

describe("the host's wagmi config", () => {
  it('is not used to read contracts, because its clients may request URLs from a contract', () => {
    const readers = sourceFiles('src').filter((file) => {
      const source = readFileSync(new URL(file, root), 'utf8')
      return (
        /['"]wagmi\b/.test(source) &&
        /\b(?:getClient|getPublicClient|readContracts?|simulateContract|multicall|estimateGas|getBalance)(?:<[^>]*>)?\(/.test(
          source,
        )
      )
    })
    expect(readers).toEqual([])
  })
})
