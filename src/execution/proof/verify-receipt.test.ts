import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import { type SwapSuite, startSwapSuite } from '../testing/swap-suite.ts'
import { type SwapProof, toSwapProof } from './swap-proof.ts'
import { verifyReceipt } from './verify-receipt.ts'

const AMOUNT = 10n ** 18n
const STRANGER = '0x00000000000000000000000000000000000000ff'
let suite: SwapSuite
let proof: SwapProof

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  const bench = await suite.open()
  await suite.chain.approve('WETH', suite.settlement, AMOUNT)
  const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount: AMOUNT })
  bench.execution.start(intent)
  const completed = await bench.reaches('completed')
  const made = toSwapProof(completed.intent, completed)
  if (!made) throw new Error('The swap has no proof')
  proof = JSON.parse(JSON.stringify(made))
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

const verify = (document: unknown, router: Address = suite.settlement) =>
  verifyReceipt(document, { rpc: suite.chain.publicClient as never, router })

it('accepts a true proof', async () => {
  expect(await verify(proof)).toEqual({ isValid: true })
})

it.each([
  ['chainId', 1],
  ['terms.account', STRANGER],
  ['terms.receiver', STRANGER],
  ['terms.inputToken', STRANGER],
  ['terms.outputToken', STRANGER],
  ['terms.partner', STRANGER],
  ['terms.maximumInput', '1'],
  ['terms.minimumOutput', '1'],
  ['terms.deadline', 1],
  ['call.to', STRANGER],
  ['call.data', '0x1234'],
  ['call.value', '1'],
  ['transaction.hash', `0x${'ab'.repeat(32)}`],
  ['transaction.blockNumber', '1'],
  ['outcome.paid', '1'],
  ['outcome.received', '1'],
  ['outcome.gasUsed', '1'],
  ['outcome.gasPrice', '1'],
])('refuses a proof with another %s, and names the field', async (path, value) => {
  const [group = '', field] = path.split('.')
  const part = field ? { ...(Reflect.get(proof, group) as object), [field]: value } : value
  const result = await verify({ ...proof, [group]: part })
  expect(result).toMatchObject({ isValid: false, reason: expect.stringMatching(`^${path}: `) })
})

it('refuses a true proof of a contract that the caller does not trust', async () => {
  expect(await verify(proof, STRANGER)).toMatchObject({
    isValid: false,
    reason: expect.stringMatching(/^call\.to: /),
  })
})

it('refuses a document that is not a proof', async () => {
  expect(await verify({ version: 1 })).toMatchObject({ isValid: false, reason: expect.any(String) })
})
