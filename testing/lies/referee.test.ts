import { encodeFunctionData, erc20Abi, pad } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '../../src/lib/address.ts'
import { readHoldings } from './holdings.ts'
import type { LieStage } from './lie-stage.ts'
import type { WalletRequest } from './lying-wallet.ts'
import { decodes, MODES, type Mode } from './modes.ts'
import { type Agreement, type Play, play } from './play.ts'
import { judge } from './referee.ts'
import { stageOfThisFile } from './run-lies.ts'
import { decodeRoute, decodeSwap, encodeRoute, encodeSwap, type Trade } from './settlement-calldata.ts'
import { ACCOUNTS, SWAPS, type Swap, type SwapName } from './swaps.ts'

const theStage = stageOfThisFile()
let stage: LieStage
beforeAll(() => {
  stage = theStage()
})

const [DECODED] = MODES as [Mode]
const TRIED = MODES.find(({ codec }) => codec === 'none') as Mode
const isPurchase = (name: SwapName) => (SWAPS[name] as Swap).buys === true
const honestly = (swap: SwapName, mode: Mode) => play(stage, { name: 'nothing', swap }, mode)

describe('where nobody lies', () => {
  for (const swap of Object.keys(SWAPS) as SwapName[]) {
    for (const mode of MODES.filter((one) => decodes(one) || !isPurchase(swap))) {
      it(`a swap is signed, and does what the screen says: ${swap} (${mode.name})`, async () => {
        const played = await honestly(swap, mode)
        const { outcome, complaints, end } = await judge(stage, played)
        expect(complaints.join('; '), `ended with ${end}`).toBe('')
        expect(outcome).toBe(decodes(mode) ? 'signed and true' : 'asked again')
        expect(played.final.stage).toBe('completed')
      })
    }
  }

  it.each(MODES.filter((mode) => !decodes(mode)))(
    'a purchase whose maximum cannot be enforced is refused ($name)',
    async (mode) => {
      const { outcome, end } = await judge(stage, await honestly('purchase', mode))
      expect([outcome, end]).toEqual(['refused', 'UNVERIFIABLE at verifying'])
    },
  )

  it('what is read from storage is what the tokens say', async () => {
    const account = stage.chain.account(ACCOUNTS.person)
    for (const [token, amount] of await readHoldings(stage.chain, account)) {
      expect(amount, token).toBe(await stage.chain.balanceOf(token, account))
    }
  })
})

/** The executor's kind of step. */
const V3 = 1

type Change = (played: Play) => Play | Promise<Play>

/** The play with something else in its swap. */
const swapWith = (
  change: (request: WalletRequest) => Partial<NonNullable<WalletRequest['transaction']>>,
): ((played: Play) => Play) => {
  return (played) => ({
    ...played,
    requests: played.requests.map((request) =>
      request.before === undefined || request.transaction === undefined
        ? request
        : { ...request, transaction: { ...request.transaction, ...change(request) } },
    ),
  })
}

const tradeWith = (changes: Partial<Trade> | ((trade: Trade) => Partial<Trade>)): ((played: Play) => Play) =>
  swapWith(({ transaction }) => {
    const call = decodeSwap(transaction?.data ?? '0x')
    if (!call) throw new Error('The swap cannot be read')
    const changed = typeof changes === 'function' ? changes(call.trade) : changes
    return { data: encodeSwap({ ...call, trade: { ...call.trade, ...changed } }) }
  })

const stranger = () => stage.chain.account(ACCOUNTS.stranger)

describe('the referee sees that', () => {
  const wrongs: readonly [name: string, complaint: RegExp, change: Change, mode?: Mode][] = [
    [
      'a minimum is not enforced',
      /enforces 1 of \d+; brings \d+ where at least/,
      tradeWith({ minOutputAmount: 1n }),
    ],
    [
      'a minimum is a little lower',
      /enforces/,
      tradeWith(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
    ],
    ['somebody else is paid', /pays/, (played) => tradeWith({ outputReceiver: stranger() })(played)],
    ['more is sold', /sells \d+; took/, tradeWith(({ inputAmount }) => ({ inputAmount: inputAmount + 1n }))],
    [
      'another token is sold',
      /sells 0x/,
      (played) => tradeWith({ inputToken: stage.chain.token('LINK').address })(played),
    ],
    [
      'another token is bought',
      /buys/,
      (played) => tradeWith({ outputToken: stage.chain.token('USDC').address })(played),
    ],
    ['a partner is named', /partner/, (played) => tradeWith({ partner: stranger() })(played)],
    ['a partner earns', /partner fee 10/, tradeWith({ partnerFeeBps: 10n })],
    [
      'a fee is too high',
      /lets a fee of/,
      tradeWith(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 100n })),
    ],
    ['surplus is shared', /surplus/, tradeWith({ surplusThreshold: 1n })],
    ['a call holds too long', /holds until/, tradeWith(({ deadline }) => ({ deadline: deadline + 5_000n }))],
    [
      'there is more in the call',
      /more than the swap/,
      swapWith(({ transaction }) => ({ data: `${transaction?.data}00` as never })),
    ],
    ['the call is something else', /no swap/, swapWith(() => ({ data: '0xdeadbeef' }))],
    ['somebody else is called', /called/, (played) => swapWith(() => ({ to: stranger() }))(played)],
    ['money is sent along', /sent 1 wei/, swapWith(() => ({ value: '0x1' }))],
    ['far too much gas is asked for', /gas where/, swapWith(() => ({ gas: '0xf42400' }))],
    ['no gas is named', /named no gas/, swapWith(() => ({ gas: undefined as never }))],
    ['more was shown', /was shown/, agreeing({ outputAmount: 10n ** 18n, minOutputAmount: 1n })],
    ['a minimum was promised', /promised/, agreeing({ outputAmount: 1n, minOutputAmount: 10n ** 18n })],
    ['the trial run showed more', /trial run showed/, showingMore, TRIED],
    [
      'somebody else is paid, without reading the call',
      /was shown/,
      (played) => tradeWith({ outputReceiver: stranger() })(played),
      TRIED,
    ],
    [
      'another token is taken, without reading the call',
      /took \d+ of 0x/,
      (played) =>
        tradeWith({ inputToken: stage.chain.token('LINK').address, minOutputAmount: 1n })(routed(played)),
      TRIED,
    ],
    ['two swaps were asked for', /asked for 2 swaps/, twice],
    [
      'a signature was asked for',
      /asked for personal_sign/,
      (played) => ({ ...played, requests: [...played.requests, personalSign] }),
    ],
    ['a stranger is to be approved', /asked to approve/, getApproval(() => stranger())],
    ['decimals were shown wrong', /decimals/, showingDecimals(6)],
    [
      'the quote had expired',
      /used a quote/,
      (played) => ({
        ...played,
        quotes: [
          {
            requestedAtMs: Date.now() - 60_000,
            expiresAt: new Date(Date.now() - 10_000).toISOString(),
            date: undefined,
          },
        ],
      }),
    ],
    ['a stray host was asked', /nobody named/, (played) => ({ ...played, strayRequests: ['/elsewhere'] })],
    [
      'what was thrown has no code',
      /threw/,
      (played) => ({ ...played, final: { stage: 'idle' }, thrown: new Error('oops') }),
    ],
    [
      'success was said of another transaction',
      /another transaction/,
      (played) => ({ ...played, requests: swapWith(() => ({ data: '0x1234' }))(played).requests }),
    ],
    ['what arrived was told wrong', /arrived, and it was/, tellingMore],
    [
      'nobody asked before an unverified call',
      /unasked/,
      (played) => ({ ...played, mode: { ...played.mode, codec: 'none', simulates: false } }),
    ],
  ]
  for (const [name, complaint, change, mode = DECODED] of wrongs) {
    it(name, async () => {
      const verdict = await judge(stage, await change(await honestly('standing', mode)))
      expect(verdict.complaints.join('; ')).toMatch(complaint)
      expect(verdict.outcome).toBe('signed and different')
    })
  }
})

describe('of a purchase the referee sees that', () => {
  const wrongs: readonly [name: string, complaint: RegExp, change: Change][] = [
    [
      'more may be taken than was agreed',
      /may take \d+ of at most/,
      tradeWith(({ inputAmount }) => ({ inputAmount: inputAmount + 1n })),
    ],
    ['it costs more than was shown', /where \d+ was shown/, agreeing({ inputAmount: 1n })],
    ['more left than was agreed', /took \d+ of the input/, agreeing({ maxInputAmount: 1n })],
    [
      'less is enforced',
      /buys at least/,
      tradeWith(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
    ],
    ['what was paid was told wrong', /was paid, and it was/, tellingLess],
  ]
  for (const [name, complaint, change] of wrongs) {
    it(name, async () => {
      const verdict = await judge(stage, await change(await honestly('purchase', DECODED)))
      expect(verdict.complaints.join('; ')).toMatch(complaint)
      expect(verdict.outcome).toBe('signed and different')
    })
  }
})

const personalSign: WalletRequest = {
  method: 'personal_sign',
  params: [],
  atMs: 0,
  transaction: undefined,
  hashes: [],
  before: undefined,
}

/** As if other figures had been agreed to. */
function agreeing(figures: Partial<Agreement>): Change {
  return (played) => ({ ...played, agreed: played.agreed && { ...played.agreed, ...figures } })
}

function tellingLess(played: Play): Play {
  const { final } = played
  if (final.stage !== 'completed') return played
  return { ...played, final: { ...final, outcome: { ...final.outcome, paid: 1n } } }
}

function showingDecimals(decimals: number): Change {
  return ({ intent, ...played }) => ({
    ...played,
    intent: intent && { ...intent, inputToken: { ...intent.inputToken, decimals } },
  })
}

function showingMore(played: Play): Play {
  const { final } = played
  if (final.stage !== 'completed') return played
  return { ...played, final: { ...final, verified: { ...final.verified, outputAmount: 10n ** 18n } } }
}

function tellingMore(played: Play): Play {
  const { final } = played
  if (final.stage !== 'completed') return played
  return { ...played, final: { ...final, outcome: { ...final.outcome, received: 10n ** 18n } } }
}

/** The route sells what was allowed for something else. */
function routed(played: Play): Play {
  return swapWith(({ transaction }) => {
    const call = decodeSwap(transaction?.data ?? '0x')
    const [step] = call ? decodeRoute(call.route) : []
    if (!call || !step) throw new Error('The swap cannot be read')
    const tokenIn = stage.chain.token('LINK').address
    const tokenOut = stage.chain.token('WETH').address
    const source = stage.chain.manifest.sources.findIndex(({ kind }) => kind === 'v3')
    const pool = { kind: V3, source, data: pad('0x0bb8', { size: 32 }) }
    const route = encodeRoute([{ ...step, ...pool, tokenIn, tokenOut }])
    return { data: encodeSwap({ ...call, route }) }
  })(played)
}

async function twice(played: Play): Promise<Play> {
  const [request] = played.requests
  if (!request?.transaction) throw new Error('There is no swap')
  const before = await stage.chain.testClient.snapshot()
  const again = { ...request, before, transaction: { ...request.transaction, gas: '0x50000' as const } }
  return { ...played, requests: [request, again] }
}

/** As if the wallet had been asked for an approval too. */
function getApproval(spender: () => Address): Change {
  return (played) => ({
    ...played,
    requests: [
      {
        method: 'eth_sendTransaction',
        params: [],
        atMs: 0,
        transaction: {
          from: stage.chain.account(ACCOUNTS.person),
          to: stage.chain.token('DAI').address,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [spender(), SWAPS.standing.amount],
          }),
        },
        hashes: [],
        before: undefined,
      },
      ...played.requests,
    ],
  })
}
