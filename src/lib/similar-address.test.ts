import { expect, it } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import { findSimilarAddress } from './similar-address.ts'

const KNOWN: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const FAKE: Address = '0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79c8'

it('detects an address with the first and last digits of a known one', () => {
  expect(findSimilarAddress(FAKE, [OTHER, KNOWN])).toBe(KNOWN)
})

it('ignores a known address in any letter case', () => {
  expect(findSimilarAddress(KNOWN, [OTHER, KNOWN])).toBeUndefined()
  expect(findSimilarAddress(KNOWN.toLowerCase() as Address, [FAKE, KNOWN])).toBeUndefined()
})

it('ignores an address without similarity', () => {
  expect(findSimilarAddress(OTHER, [KNOWN])).toBeUndefined()
})
