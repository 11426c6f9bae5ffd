import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { expect, it } from 'vitest'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import type { Log, Receipt } from '../chain/types.ts'
import { loadSettlementCodec } from '../execution/codecs/settlement-codec.ts'
import { toPartnerReceipt } from '../execution/partner-fee.ts'
import { routeOfIntent } from '../execution/route.ts'
import type { ActivityEntry } from '../store/types.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { emitEnd } from './emit-end.ts'
import { withOutcome } from './to-entry.ts'

const ROUTER = '0x00000000000000000000000000000000000000aa'
const { account, inputToken, outputToken } = intentFixture

function swappedLog(partnerPaid: bigint): Log {
  const [topic, ...parties] = encodeEventTopics({
    abi: settlementAbi,
    eventName: 'Swapped',
    args: { sender: account, outputReceiver: intentFixture.receiver },
  })
  const data = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'uint256' },
    ],
    [inputToken.address, outputToken.address, 10n, 2_000n, partnerPaid, 3n],
  )
  return {
    address: ROUTER,
    topics: [topic as `0x${string}`, ...(parties as `0x${string}`[])],
    data,
    logIndex: 7,
  }
}

it("reads the partner fee from the settlement's own log of this swap", async () => {
  const { readSwap } = await loadSettlementCodec()
  const readFee = (logs: Log[], intent = intentFixture) =>
    readSwap({ logs, router: ROUTER, intent })?.partnerFee
  const log = swappedLog(42n)
  expect(readFee([log])).toEqual({ amount: '42', logIndex: 7 })
  const others: Log[] = [
    { ...log, address: account },
    { ...log, topics: [log.topics[0]!, `0x${'11'.repeat(32)}`] },
    { ...log, topics: [`0x${'22'.repeat(32)}`, ...log.topics.slice(1)] },
  ]
  expect(readFee(others)).toBeUndefined()
  expect(readFee([swappedLog(0n)])).toBeUndefined()
  expect(readFee([log], { ...intentFixture, outputToken: inputToken })).toBeUndefined()
  expect(readFee([...others, log])?.amount).toBe('42')
})

it('values the fee as its share of the output, if the output value is known', () => {
  const partner = { address: ROUTER, feeBps: 20 } as const
  const route = { ...routeOfIntent(intentFixture), toAmount: '2000', toAmountUSD: 500 }
  const details = { partner, fee: { amount: '4', logIndex: 7 }, txHash: `0x${'ab'.repeat(32)}` } as const
  expect(toPartnerReceipt(route, details)).toMatchObject({
    routeId: route.id,
    partner: ROUTER,
    feeBps: 20,
    amount: '4',
    amountUSD: 1,
    logIndex: 7,
  })
  const { toAmountUSD: _, ...unvalued } = route
  expect(toPartnerReceipt(unvalued, details)).not.toHaveProperty('amountUSD')
})

it('replaces the quoted partner fee of the entry with the paid one', () => {
  const partnerFee = { address: ROUTER, feeBps: 20, amount: '41' } as const
  const route = { ...routeOfIntent(intentFixture), toAmount: '84', toAmountUSD: 10 }
  const call = { to: ROUTER, data: '0x', value: '0' } as const
  const entry = { account, outputToken, partnerFee, route, call } as unknown as ActivityEntry
  const receipt = { hash: `0x${'ab'.repeat(32)}` } as Receipt
  const silent = { receipt, paid: undefined, received: undefined, gasPaidWei: 1n, replacedHash: undefined }
  const outcome = { ...silent, partnerFee: { amount: '42', logIndex: 7 } }
  const paid = { ...partnerFee, amount: '42', logIndex: 7, usd: 5 }
  expect(withOutcome(entry, outcome, 0).partnerFee).toEqual(paid)
  expect(withOutcome(entry, silent, 0).partnerFee).toEqual(partnerFee)
  const heard: unknown[] = []
  emitEnd((...event) => heard.push(event), entry, {
    ...entry,
    status: 'done',
    hash: receipt.hash,
    partnerFee: paid,
  })
  expect(heard.at(-1)).toMatchObject(['partnerFeePaid', { amount: '42', amountUSD: 5, txHash: receipt.hash }])
})
