import { encodeFunctionData, erc20Abi, pad } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeRoute,
  decodeSwap,
  encodeRoute,
  encodeSwap,
  type Trade,
} from '../../contracts/testing/settlement-calldata.ts'
import type { Address } from '../../wire/lib/address.ts'
import { checkRun } from './check-run.ts'
import { readHoldings } from './holdings.ts'
import type { LieStage } from './lie-stage.ts'
import type { WalletRequest } from './lying-wallet.ts'
import { decodes, MODES, type Mode } from './modes.ts'
import { type Agreement, type LieRun, runLie } from './run-lie.ts'
import { stageOfThisFile } from './run-lies.ts'
import { ACCOUNTS, SWAPS, type Swap, type SwapName } from './swaps.ts'

const theStage = stageOfThisFile()
let stage: LieStage
beforeAll(() => {
  stage = theStage()
})

const [DECODED] = MODES as [Mode]
const SIMULATED = MODES.find(({ codec }) => codec === 'none') as Mode
const isPurchase = (name: SwapName) => (SWAPS[name] as Swap).buys === true
const runWithoutLie = (swap: SwapName, mode: Mode) => runLie(stage, { name: 'nothing', swap }, mode)

describe('a run without a lie', () => {
  for (const swap of Object.keys(SWAPS) as SwapName[]) {
    for (const mode of MODES.filter((one) => decodes(one) || !isPurchase(swap))) {
      it(`signs a swap that matches the screen: ${swap} (${mode.name})`, async () => {
        const run = await runWithoutLie(swap, mode)
        const { outcome, differences, end } = await checkRun(stage, run)
        expect(differences.join('; '), `ended with ${end}`).toBe('')
        expect(outcome).toBe(decodes(mode) ? 'signed as shown' : 'shown again')
        expect(run.final.stage).toBe('completed')
      })
    }
  }

  it.each(MODES.filter((mode) => !decodes(mode)))(
    'rejects a purchase whose maximum cannot be enforced ($name)',
    async (mode) => {
      const { outcome, end } = await checkRun(stage, await runWithoutLie('purchase', mode))
      expect([outcome, end]).toEqual(['refused', 'UNVERIFIABLE at verifying'])
    },
  )

  it('reads the same balances from storage as from the tokens', async () => {
    const account = stage.chain.account(ACCOUNTS.user)
    for (const [token, amount] of await readHoldings(stage.chain, account)) {
      expect(amount, token).toBe(await stage.chain.balanceOf(token, account))
    }
  })
})

/** The kind of a Uniswap V3 step in the executor's routes. */
const V3 = 1

type Change = (run: LieRun) => LieRun | Promise<LieRun>

/** Changes the transaction of every swap request. */
const swapWith = (
  change: (request: WalletRequest) => Partial<NonNullable<WalletRequest['transaction']>>,
): ((run: LieRun) => LieRun) => {
  return (run) => ({
    ...run,
    requests: run.requests.map((request) =>
      request.before === undefined || request.transaction === undefined
        ? request
        : { ...request, transaction: { ...request.transaction, ...change(request) } },
    ),
  })
}

const tradeWith = (changes: Partial<Trade> | ((trade: Trade) => Partial<Trade>)): ((run: LieRun) => LieRun) =>
  swapWith(({ transaction }) => {
    const call = decodeSwap(transaction?.data ?? '0x')
    if (!call) throw new Error('The swap cannot be decoded')
    const changed = typeof changes === 'function' ? changes(call.trade) : changes
    return { data: encodeSwap({ ...call, trade: { ...call.trade, ...changed } }) }
  })

const stranger = () => stage.chain.account(ACCOUNTS.stranger)

describe('the check of a run', () => {
  const cases: readonly [name: string, difference: RegExp, change: Change, mode?: Mode][] = [
    [
      'a minimum that is not enforced',
      /enforces 1 instead of \d+; can deliver \d+ although/,
      tradeWith({ minOutputAmount: 1n }),
    ],
    [
      'a slightly lower minimum',
      /enforces/,
      tradeWith(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
    ],
    ['another receiver', /pays/, (run) => tradeWith({ outputReceiver: stranger() })(run)],
    [
      'a larger input',
      /sells \d+; took/,
      tradeWith(({ inputAmount }) => ({ inputAmount: inputAmount + 1n })),
    ],
    [
      'another input token',
      /sells 0x/,
      (run) => tradeWith({ inputToken: stage.chain.token('LINK').address })(run),
    ],
    [
      'another output token',
      /buys/,
      (run) => tradeWith({ outputToken: stage.chain.token('USDC').address })(run),
    ],
    ['an unconfigured partner', /partner/, (run) => tradeWith({ partner: stranger() })(run)],
    ['an unconfigured partner fee', /partner fee of 10 bps/, tradeWith({ partnerFeeBps: 10n })],
    [
      'a settlement fee that is too high',
      /allows a fee of/,
      tradeWith(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 100n })),
    ],
    ['shared surplus', /surplus/, tradeWith({ surplusThreshold: 1n })],
    [
      'a deadline that is too late',
      /expires at/,
      tradeWith(({ deadline }) => ({ deadline: deadline + 5_000n })),
    ],
    [
      'additional calldata',
      /additional calldata/,
      swapWith(({ transaction }) => ({ data: `${transaction?.data}00` as never })),
    ],
    ['a call that is not a swap', /not a swap/, swapWith(() => ({ data: '0xdeadbeef' }))],
    ['another target', /called/, (run) => swapWith(() => ({ to: stranger() }))(run)],
    ['an additional value', /sent 1 wei/, swapWith(() => ({ value: '0x1' }))],
    ['a gas limit far above the used gas', /gas although/, swapWith(() => ({ gas: '0xf42400' }))],
    ['a missing gas limit', /requested no gas limit/, swapWith(() => ({ gas: undefined as never }))],
    [
      'an output below the shown output',
      /delivered \d+ although \d+ was shown/,
      agreeing({ outputAmount: 10n ** 18n, minOutputAmount: 1n }),
    ],
    [
      'an output below the agreed minimum',
      /agreed minimum/,
      agreeing({ outputAmount: 1n, minOutputAmount: 10n ** 18n }),
    ],
    ['an output below the simulated output', /simulation showed/, showingMore, SIMULATED],
    [
      'another receiver, without a codec',
      /delivered \d+ although \d+ was shown/,
      (run) => tradeWith({ outputReceiver: stranger() })(run),
      SIMULATED,
    ],
    [
      'another spent token, without a codec',
      /took \d+ of 0x/,
      (run) => tradeWith({ inputToken: stage.chain.token('LINK').address, minOutputAmount: 1n })(routed(run)),
      SIMULATED,
    ],
    ['a second swap', /requested 2 swaps/, twice],
    [
      'a request for another signature',
      /requested personal_sign/,
      (run) => ({ ...run, requests: [...run.requests, personalSign] }),
    ],
    ['an approval of another spender', /requested the approval/, approving(() => stranger())],
    ['wrong decimals on the screen', /decimals/, showingDecimals(6)],
    [
      'an expired quote',
      /used a quote/,
      (run) => ({
        ...run,
        quotes: [
          {
            requestedAtMs: Date.now() - 60_000,
            expiresAt: new Date(Date.now() - 10_000).toISOString(),
            date: undefined,
          },
        ],
      }),
    ],
    [
      'a request to an unconfigured host',
      /unconfigured host/,
      (run) => ({ ...run, strayRequests: ['/elsewhere'] }),
    ],
    [
      'an error without a code',
      /threw/,
      (run) => ({ ...run, final: { stage: 'idle' }, thrown: new Error('oops') }),
    ],
    [
      'success of another transaction',
      /another transaction/,
      (run) => ({ ...run, requests: swapWith(() => ({ data: '0x1234' }))(run).requests }),
    ],
    ['a wrong received amount', /received instead of/, reportingMore],
    [
      'an unverified call without an acknowledgement',
      /without an acknowledgement/,
      (run) => ({ ...run, mode: { ...run.mode, codec: 'none', simulates: false } }),
    ],
  ]
  for (const [name, difference, change, mode = DECODED] of cases) {
    it(`reports ${name}`, async () => {
      const verdict = await checkRun(stage, await change(await runWithoutLie('existingAllowance', mode)))
      expect(verdict.differences.join('; ')).toMatch(difference)
      expect(verdict.outcome).toBe('signed differently')
    })
  }
})

describe('the check of a purchase', () => {
  const cases: readonly [name: string, difference: RegExp, change: Change][] = [
    [
      'a maximum above the agreed maximum',
      /may take \d+ of at most/,
      tradeWith(({ inputAmount }) => ({ inputAmount: inputAmount + 1n })),
    ],
    ['an input above the shown input', /took \d+ although \d+ was shown/, agreeing({ inputAmount: 1n })],
    ['an input above the agreed maximum', /took \d+ of the input/, agreeing({ maxInputAmount: 1n })],
    [
      'a lower enforced output',
      /buys at least/,
      tradeWith(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
    ],
    ['a wrong paid amount', /paid instead of/, reportingLess],
  ]
  for (const [name, difference, change] of cases) {
    it(`reports ${name}`, async () => {
      const verdict = await checkRun(stage, await change(await runWithoutLie('purchase', DECODED)))
      expect(verdict.differences.join('; ')).toMatch(difference)
      expect(verdict.outcome).toBe('signed differently')
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

/** Replaces agreed figures. */
function agreeing(figures: Partial<Agreement>): Change {
  return (run) => ({ ...run, agreed: run.agreed && { ...run.agreed, ...figures } })
}

function reportingLess(run: LieRun): LieRun {
  const { final } = run
  if (final.stage !== 'completed') return run
  return { ...run, final: { ...final, outcome: { ...final.outcome, paid: 1n } } }
}

function showingDecimals(decimals: number): Change {
  return ({ intent, ...run }) => ({
    ...run,
    intent: intent && { ...intent, inputToken: { ...intent.inputToken, decimals } },
  })
}

function showingMore(run: LieRun): LieRun {
  const { final } = run
  if (final.stage !== 'completed') return run
  return { ...run, final: { ...final, verified: { ...final.verified, outputAmount: 10n ** 18n } } }
}

function reportingMore(run: LieRun): LieRun {
  const { final } = run
  if (final.stage !== 'completed') return run
  return { ...run, final: { ...final, outcome: { ...final.outcome, received: 10n ** 18n } } }
}

/** Replaces the route by one that sells LINK. */
function routed(run: LieRun): LieRun {
  return swapWith(({ transaction }) => {
    const call = decodeSwap(transaction?.data ?? '0x')
    const [step] = call ? decodeRoute(call.route) : []
    if (!call || !step) throw new Error('The swap cannot be decoded')
    const tokenIn = stage.chain.token('LINK').address
    const tokenOut = stage.chain.token('WETH').address
    const source = stage.chain.manifest.sources.findIndex(({ kind }) => kind === 'v3')
    const pool = { kind: V3, source, data: pad('0x0bb8', { size: 32 }) }
    const route = encodeRoute([{ ...step, ...pool, tokenIn, tokenOut }])
    return { data: encodeSwap({ ...call, route }) }
  })(run)
}

async function twice(run: LieRun): Promise<LieRun> {
  const [request] = run.requests
  if (!request?.transaction) throw new Error('The run has no swap')
  const before = await stage.chain.testClient.snapshot()
  const again = { ...request, before, transaction: { ...request.transaction, gas: '0x50000' as const } }
  return { ...run, requests: [request, again] }
}

/** Inserts an approval request before the swap. */
function approving(spender: () => Address): Change {
  return (run) => ({
    ...run,
    requests: [
      {
        method: 'eth_sendTransaction',
        params: [],
        atMs: 0,
        transaction: {
          from: stage.chain.account(ACCOUNTS.user),
          to: stage.chain.token('DAI').address,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [spender(), SWAPS.existingAllowance.amount],
          }),
        },
        hashes: [],
        before: undefined,
      },
      ...run.requests,
    ],
  })
}
