import { createRandom } from '../../../wire/testing/random.ts'
import type { QuoteAnswer, QuoteLie, SettledAs } from '../../testing/execution/execution-world.ts'
import { BASE, ETHEREUM } from '../../testing/fixtures/fixture-tokens.ts'

/**
 * One step of a walk, as data, so that a failing walk can be repeated and shortened. `at` picks one
 * of several requests.
 */
export type Action =
  | { type: 'start'; isUnlimited: boolean }
  | { type: 'accept' | 'cancel' | 'dismiss' | 'giveUp' }
  | { type: 'quote'; at: number; answer: QuoteAnswer | 'error' }
  | { type: 'prompt'; at: number; answer: 'sign' | 'reject' | 'edit' | 'garbage' | 'lost' | 'silent' }
  | { type: 'signature'; at: number; answer: 'sign' | 'reject' | 'garbage' | 'wrong' | 'unsupported' }
  | { type: 'batch'; at: number; answer: 'send' | 'reject' | 'refuse' | 'fail' | 'silent' }
  | { type: 'batches'; areAtomic: boolean }
  | { type: 'permits'; areTaken: boolean }
  | { type: 'frontRun' }
  | { type: 'switch'; at: number; answer: 'switch' | 'reject' }
  | { type: 'settle'; at: number; as: SettledAs }
  | { type: 'unseen' | 'read' | 'search'; at: number }
  | { type: 'speed'; isSlow: boolean }
  | { type: 'wallet'; chainId?: number; account?: 'own' | 'other' }
  | { type: 'node'; node: 'up' | 'cannot-simulate' | 'down' }
  | { type: 'market'; outputBps: number }
  | { type: 'allow' }
  | { type: 'time'; ms: number }

const LIES: readonly QuoteLie[] = [
  'router',
  'receiver',
  'minimum',
  'fee',
  'value',
  'amount',
  'expired',
  'reverts',
]
/** Random steps; the same for the same seed. */
export function createWalk(seed: number, length: number): Action[] {
  const random = createRandom(seed).next
  const pick = <Item>(...items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const at = () => Math.floor(random() * 4)
  const quote = (): QuoteAnswer | 'error' =>
    random() < 0.05
      ? 'error'
      : {
          outputBps: pick(10_000, 10_000, 10_000, 9_995, 9_960, 9_955, 9_000, 10_100),
          ...(random() < 0.25 && { lie: pick(...LIES) }),
          ...(random() < 0.2 && { expiresInMs: 4_000 }),
        }
  const choices: readonly [weight: number, create: () => Action][] = [
    [6, () => ({ type: 'start', isUnlimited: random() < 0.2 })],
    [7, () => ({ type: 'accept' })],
    [2, () => ({ type: 'cancel' })],
    [1.5, () => ({ type: 'dismiss' })],
    [1, () => ({ type: 'giveUp' })],
    [12, () => ({ type: 'quote', at: at(), answer: quote() })],
    [
      12,
      () => ({
        type: 'prompt',
        at: at(),
        answer: pick('sign', 'sign', 'sign', 'sign', 'sign', 'reject', 'edit', 'garbage', 'lost', 'silent'),
      }),
    ],
    [
      8,
      () => ({
        type: 'signature',
        at: at(),
        answer: pick('sign', 'sign', 'sign', 'sign', 'reject', 'garbage', 'wrong', 'unsupported'),
      }),
    ],
    [
      8,
      () => ({
        type: 'batch',
        at: at(),
        answer: pick('send', 'send', 'send', 'reject', 'refuse', 'fail', 'silent'),
      }),
    ],
    [1, () => ({ type: 'batches', areAtomic: random() < 0.6 })],
    [1, () => ({ type: 'permits', areTaken: random() < 0.7 })],
    [0.5, () => ({ type: 'frontRun' })],
    [3, () => ({ type: 'switch', at: at(), answer: pick('switch', 'switch', 'reject') })],
    [
      8,
      () => ({
        type: 'settle',
        at: at(),
        as: pick('mined', 'mined', 'mined', 'mined', 'replaced', 'reverted', 'cancelled', 'dropped'),
      }),
    ],
    [1, () => ({ type: 'unseen', at: at() })],
    [4, () => ({ type: 'read', at: at() })],
    [1, () => ({ type: 'search', at: at() })],
    [2, () => ({ type: 'speed', isSlow: random() < 0.4 })],
    [
      1,
      () => ({
        type: 'wallet',
        chainId: pick(ETHEREUM, ETHEREUM, BASE),
        account: pick('own', 'own', 'other'),
      }),
    ],
    [2, () => ({ type: 'node', node: pick('up', 'up', 'up', 'cannot-simulate', 'cannot-simulate', 'down') })],
    [2, () => ({ type: 'allow' })],
    [1, () => ({ type: 'market', outputBps: pick(10_000, 10_000, 10_000, 9_990, 9_950) })],
    [3, () => ({ type: 'time', ms: pick(1_000, 5_000, 20_000, 40_000) })],
  ]
  const total = choices.reduce((sum, [weight]) => sum + weight, 0)
  return Array.from({ length }, () => {
    let left = random() * total
    for (const [weight, create] of choices) {
      left -= weight
      if (left < 0) return create()
    }
    return { type: 'start', isUnlimited: false }
  })
}

/** A correct answer to each kind of request. */
export const ANSWERS = {
  switch: { type: 'switch', at: 0, answer: 'switch' },
  quote: { type: 'quote', at: 0, answer: { outputBps: 10_000 } },
  batch: { type: 'batch', at: 0, answer: 'send' },
  signature: { type: 'signature', at: 0, answer: 'sign' },
  prompt: { type: 'prompt', at: 0, answer: 'sign' },
  settle: { type: 'settle', at: 0, as: 'mined' },
  search: { type: 'search', at: 0 },
} satisfies Record<string, Action>
