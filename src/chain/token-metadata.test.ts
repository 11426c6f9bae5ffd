import { encodeAbiParameters, type Hex, numberToHex, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContractAnswer, contractCode } from '../../devnet/testing/contract-code.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Address } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000bad01'
const SHORT = '0x0000…ad01'

let devnet: TestDevnet
let chain: TestChain
let reader: ChainReader

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  const { id, rpcUrl } = chain.manifest
  const config = { chains: [{ id, rpcUrls: [rpcUrl] }] } as unknown as ResolvedConfig
  reader = createChainReader(() => config)
})
afterAll(() => devnet?.stop())

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const bytes32 = (value: string): Hex => stringToHex(value, { size: 32 })
const number = (value: bigint): Hex => numberToHex(value, { size: 32 })

interface Answers {
  symbol?: ContractAnswer
  name?: ContractAnswer
  decimals?: ContractAnswer
}

/** The metadata of a token with these responses. Default: a valid token. */
async function getMetadata(answers: Answers) {
  const code = contractCode({
    '0x95d89b41': answers.symbol ?? { returns: text('GOOD') },
    '0x06fdde03': answers.name ?? { returns: text('Good token') },
    '0x313ce567': answers.decimals ?? { returns: number(18n) },
  })
  return metadataOfCode(code)
}

async function metadataOfCode(bytecode: Hex) {
  await chain.testClient.setCode({ address: TOKEN, bytecode })
  return reader.tokenMetadata({ chainId: chain.manifest.id, token: TOKEN })
}

describe('token metadata', () => {
  it('is returned unchanged when it is valid', async () => {
    expect(await getMetadata({})).toEqual({ symbol: 'GOOD', name: 'Good token', decimals: 18 })
  })

  const sound = { symbol: 'GOOD', name: 'Good token', decimals: 18 }
  it.each<[string, Answers, object]>([
    [
      'bytes32',
      { symbol: { returns: bytes32('MKR') }, name: { returns: bytes32('Maker') } },
      { symbol: 'MKR', name: 'Maker' },
    ],
    ['bytes32 with data after its end', { symbol: { returns: bytes32('MKR\0\0evil') } }, { symbol: 'MKR' }],
    [
      'invalid UTF-8',
      { symbol: { returns: text('U').replace(/55(0+)$/, 'ff$1') as Hex } },
      { symbol: '\ufffd' },
    ],
    [
      'a text of half a megabyte',
      { name: { returns: text('A'.repeat(500_000)) } },
      { name: `${'A'.repeat(63)}…` },
    ],
    ['invisible characters', { symbol: { returns: text('US\u3164D\u202eC') } }, { symbol: 'USDC' }],
    ['no name', { name: { reverts: '0x' } }, { name: 'GOOD' }],
    ['an empty name', { name: { returns: text('') } }, { name: 'GOOD' }],
    [
      'additional return data',
      { decimals: { returns: `${number(6n)}${'ff'.repeat(64)}` as Hex } },
      { decimals: 6 },
    ],
    ['zero decimals of an indivisible token', { decimals: { returns: number(0n) } }, { decimals: 0 }],
    ['the highest number of decimals', { decimals: { returns: number(36n) } }, { decimals: 36 }],
  ])('is sanitized for display: %s', async (_, answers, expected) => {
    expect(await getMetadata(answers)).toEqual({ ...sound, ...expected })
  })

  it.each<[string, ContractAnswer]>([
    ['reverts', { reverts: '0x' }],
    ['answers nothing', { returns: '0x' }],
    ['is empty', { returns: text('') }],
    ['is invisible', { returns: text('\u3164\u2800\u200b') }],
    ['is cut off', { returns: '0x1234' }],
    ['has a wrong length', { returns: `${number(32n)}${'ff'.repeat(32)}` as Hex }],
    ['has a wrong offset', { returns: `${number(2n ** 200n)}${'00'.repeat(32)}` as Hex }],
  ])('uses the address when the symbol %s', async (_, symbol) => {
    expect(await getMetadata({ symbol })).toMatchObject({ symbol: SHORT, decimals: 18 })
  })

  it.each<[string, ContractAnswer]>([
    ['exceed the limit', { returns: number(37n) }],
    ['do not fit their type', { returns: number(256n + 18n) }],
    ['are huge', { returns: number(2n ** 255n) }],
    ['are cut off', { returns: '0x12' }],
    ['are missing', { returns: '0x' }],
    ['revert', { reverts: '0x' }],
    ['revert with a message', { reverts: `0x08c379a0${text('No connection').slice(2)}` as Hex }],
    ['revert with bytes', { reverts: `0x${'ff'.repeat(500)}` as Hex }],
  ])('rejects a token whose decimals %s', async (_, decimals) => {
    await expect(getMetadata({ decimals })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  it.each<[string, Hex]>([
    ['fails every call', '0xfe'],
    ['consumes all gas', '0x5b5f56'],
    ['underflows its stack', '0x50'],
    ['jumps astray', '0x5f56'],
  ])('rejects a contract that %s', async (_, code) => {
    await expect(metadataOfCode(code)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
