import { expect, it } from 'vitest'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import { type Address, type Hex, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { Log } from '../../chain/types.ts'
import { intentFixture } from '../../testing/execution/execution-fixtures.ts'
import { readOutcome } from './read-outcome.ts'

const { account, receiver, inputToken, outputToken } = intentFixture
const POOL: Address = `0x${'70'.repeat(20)}`
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`

const transfer = (token: Address, parties: [from: Address, to: Address], amount: bigint): Log => ({
  address: token,
  topics: [TRANSFER, topic(parties[0]), topic(parties[1])],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})
const pays = transfer(inputToken.address, [account, POOL], 100n)
const gift = transfer(inputToken.address, [POOL, account], 100n)
const arrives = transfer(outputToken.address, [POOL, receiver], 7n)
const charged = transfer(outputToken.address, [receiver, POOL], 9n)

function read(logs: readonly Log[], tokens: Partial<typeof intentFixture> = {}) {
  return readOutcome({
    receipt: {
      status: 'success',
      hash: `0x${'11'.repeat(32)}`,
      blockNumber: 1n,
      gasUsed: 1n,
      effectiveGasPrice: 1n,
      revertReason: undefined,
      logs,
    },
    feesBesideGasWei: 0n,
    intent: { ...intentFixture, ...tokens },
    router: SETTLEMENT,
    codec: undefined,
    replacedHash: undefined,
  })
}

const native = { ...outputToken, address: NATIVE_TOKEN }

it.each<[string, readonly Log[], Partial<typeof intentFixture>, Partial<ReturnType<typeof readOutcome>>]>([
  ['moves both tokens', [pays, arrives], {}, { paid: 100n, received: 7n }],
  ['returns the whole input', [pays, gift, arrives], {}, { paid: 0n, received: 7n }],
  ['returns more of the input than it takes', [pays, gift, gift, arrives], {}, { paid: 0n, received: 7n }],
  ['charges more of the output than arrives', [pays, arrives, charged], {}, { paid: 100n, received: 0n }],
  ['pays out the native token', [pays], { outputToken: native }, { paid: 100n, received: undefined }],
  ['pays out the native token and returns the input', [pays, gift], { outputToken: native }, { paid: 0n }],
  ['takes the native token', [arrives], { inputToken: native }, { paid: undefined, received: 7n }],
])('reports success of a foreign router that %s', (_, logs, tokens, outcome) => {
  expect(read(logs, tokens)).toMatchObject(outcome)
})

it.each<[string, readonly Log[], Partial<typeof intentFixture>]>([
  ['moves nothing', [], {}],
  ['only takes the input', [pays], {}],
  [
    'pays the output to another receiver',
    [pays, { ...arrives, topics: [TRANSFER, topic(POOL), topic(POOL)] }],
    {},
  ],
  ['only returns the input of a swap to the native token', [gift], { outputToken: native }],
  ['moves a token that imitates the output', [pays, { ...arrives, address: POOL }], {}],
])('rejects a transaction that %s', (_, logs, tokens) => {
  expect(() => read(logs, tokens)).toThrow(expect.objectContaining({ code: 'WALLET_ERROR' }))
})
