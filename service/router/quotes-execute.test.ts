import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  concatHex,
  createPublicClient,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  http,
  numberToHex,
  parseAbi,
  parseUnits,
  serializeTransaction,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signPermit2 } from '../../contracts/testing/permits.ts'
import { decodeRoute, decodeSwap } from '../../contracts/testing/settlement-calldata.ts'
import { deriveAccounts } from '../../devnet/node/accounts.ts'
import { contractCode } from '../../devnet/testing/contract-code.ts'
import {
  GAS_PRICE_ORACLE,
  gasPriceOracleAbi,
  takeL1Fees,
  takeOperatorFee,
} from '../../devnet/testing/op-stack.ts'
import { SCROLL_ORACLE, takeScrollFees } from '../../devnet/testing/scroll.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import { STEP_KINDS } from '../../wire/abi/step-kinds.ts'
import type { Address } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'
import { l1FeeReader } from '../chain/blocks/l1-fee.ts'
import { createFollowedChain } from '../chain/followed-chain.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { type Behavior, startProxyNode } from '../testing/proxy-node.ts'
import { createRouterEngine } from './router-engine.ts'
import { PARTNER, type RouterDevnet, STRANGER, startRouterDevnet, TRADER } from './testing/router-devnet.ts'
import { solveUnlimited } from './testing/unlimited-solver.ts'

let devnet: RouterDevnet
let forget: () => Promise<void>

beforeAll(async () => {
  devnet = await startRouterDevnet()
})

beforeEach(async () => {
  forget = await devnet.remember()
})

afterEach(() => forget())

afterAll(() => devnet?.stop())

describe('an executed quote', () => {
  it.each([
    ['token to token', 'WETH', 'USDC', '1.5', 1],
    ['token to token of few decimals', 'DAI', 'WBTC', '250000', undefined],
    ['native in', 'ETH', 'USDC', '2', 1],
    ['native out', 'LINK', 'ETH', '900', 1],
    ['native in and across', 'ETH', 'EURC', '3', 2],
    ['three pools', 'LINK', 'EURC', '500', 3],
    ['an awkward token in', 'USDT', 'MKR', '5000', undefined],
    ['an awkward token out', 'WBTC', 'USDT', '0.25', undefined],
    ['a trade that crosses many ticks', 'WETH', 'USDC', '900', 4],
    ['a large trade over everything there is', 'WBTC', 'DAI', '12', 6],
    ['a large one from the native token', 'ETH', 'LINK', '300', 3],
    ['a large one for it', 'USDC', 'ETH', '900000', 4],
    ['wrapping', 'ETH', 'WETH', '1', 1],
    ['unwrapping', 'WETH', 'ETH', '1', 1],
  ] as const)('pays exactly the quoted output: %s', async (_, input, output, amount, pools) => {
    const request = devnet.request({ input, output, amount, outputReceiver: STRANGER })
    await devnet.fund(input, BigInt(request.inputAmount!))
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, error: null, lowBalance: false, lowAllowance: false })
    if (pools) expect(quote.liquidityModules.length).toBeGreaterThanOrEqual(pools)
    expect(quote.simulation?.balanceChanges).toEqual([
      { account: devnet.test.account(TRADER), token: request.inputToken, delta: `-${request.inputAmount}` },
      { account: STRANGER, token: request.outputToken, delta: quote.effectiveOutputAmount },
    ])

    const before = await devnet.test.balanceOf(request.outputToken, STRANGER)
    const hash = await devnet.send(quote)
    const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - before
    expect(received.toString()).toBe(quote.effectiveOutputAmount)
    const { gasUsed } = await devnet.test.publicClient.getTransactionReceipt({ hash })
    expect(Math.abs(Number(gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
  })

  it.each([
    ['from the native coin', 'ETH', 'USDC', '2'],
    ['to the native coin', 'USDC', 'ETH', '9000'],
    ['from its wrapper', 'WETH', 'USDC', '40'],
    ['over two pools', 'WBTC', 'ETH', '0.5'],
  ] as const)('pays exactly the quoted output over a V4 manager: %s', async (_, input, output, amount) => {
    const modulesFilter = ['uniswap-v4']
    const request = devnet.request({ input, output, amount, modulesFilter, outputReceiver: STRANGER })
    await devnet.fund(input, BigInt(request.inputAmount!))
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, error: null })
    const before = await devnet.test.balanceOf(request.outputToken, STRANGER)
    const hash = await devnet.send(quote)
    const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - before
    expect(received.toString()).toBe(quote.effectiveOutputAmount)
    const { gasUsed } = await devnet.test.publicClient.getTransactionReceipt({ hash })
    expect(Math.abs(Number(gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
  })

  it.each([
    ['to another token', 'WETH', 'USDC', '3', 'pancakeswap-v3'],
    ['over two pools', 'WBTC', 'USDC', '0.7', 'pancakeswap-v3'],
    ['at a fee that a plugin moves', 'USDC', 'WETH', '9000', 'algebra'],
    ['at two such fees', 'LINK', 'WETH', '900', 'algebra'],
    ['over a stable pair', 'USDC', 'DAI', '20000', 'dystopia'],
    ['over two pairs', 'DAI', 'WETH', '9000', 'dystopia'],
    ['to a coarser coin', 'DAI', 'USDC', '40000', 'curve'],
    ['to a finer one, from an awkward one', 'USDT', 'xUSD', '30000', 'curve'],
    ['over a stable pool', 'USDC', 'DAI', '20000', 'balancer-v2'],
    ['over a stable pool, by the rate of a share', 'sDAI', 'USDC', '1500', 'balancer-v2'],
    ['over a stable pool and a weighted one', 'DAI', 'WETH', '9000', 'balancer-v2'],
  ] as const)(
    'pays exactly the quoted output over PancakeSwap V3, Algebra, Solidly or stable pools: %s',
    async (_, input, output, amount, module) => {
      const modulesFilter = [module]
      const request = devnet.request({ input, output, amount, modulesFilter, outputReceiver: STRANGER })
      await devnet.fund(input, BigInt(request.inputAmount!))
      const quote = await devnet.router.quote(request)
      expect(quote).toMatchObject({ revert: false, error: null })
      const before = await devnet.test.balanceOf(request.outputToken, STRANGER)
      const hash = await devnet.send(quote)
      const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - before
      expect(received.toString()).toBe(quote.effectiveOutputAmount)
      const { gasUsed } = await devnet.test.publicClient.getTransactionReceipt({ hash })
      expect(Math.abs(Number(gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
    },
  )

  it.each([
    ['two', 'dystopia', '1600', 2],
    ['three', 'dystopia', '400', 3],
  ] as const)(
    'pays exactly the quoted output with at least %s pairs of one contract',
    async (_, module, amount, pairs) => {
      const modulesFilter = ['balancer-v2', module]
      const request = devnet.request({
        input: 'WETH',
        output: 'WBTC',
        amount,
        modulesFilter,
        outputReceiver: STRANGER,
      })
      await devnet.fund('WETH', BigInt(request.inputAmount!))
      const quote = await devnet.router.quote(request)
      const pools = devnet.chain.snapshot()!.poolIndex.pools()
      const [poolId] = pools.flatMap(({ identity }) => identity.poolId?.slice(2) ?? [])
      expect(quote.calldata!.split(poolId!).length).toBeGreaterThan(pairs)
      const before = await devnet.test.balanceOf(request.outputToken, STRANGER)
      await devnet.send(quote)
      const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - before
      expect(received.toString()).toBe(quote.effectiveOutputAmount)
    },
  )

  it('pays more for a larger sale, where the pairs of one contract form circles', async () => {
    const outputs: bigint[] = []
    for (const amount of ['400', '800', '1600']) {
      const modulesFilter = ['balancer-v2', 'dystopia']
      const request = devnet.request({ input: 'WETH', output: 'WBTC', amount, modulesFilter })
      outputs.push(BigInt((await devnet.router.price(request)).effectiveOutputAmount))
    }
    const [small, medium, large] = outputs
    // The search may miss the last percent of a trade that drains the pools.
    expect(medium).toBeGreaterThan((small! * 99n) / 100n)
    expect(large).toBeGreaterThan(medium!)
  })

  it.each([
    ['xUSD', 'USDC', '700000'],
    ['USDT', 'DAI', '900000'],
  ] as const)(
    'pays exactly the quoted output with several pairs of one StableSwap pool: %s for %s',
    async (input, output, amount) => {
      const modulesFilter = ['curve', 'balancer-v2', 'dystopia']
      const request = devnet.request({ input, output, amount, modulesFilter, outputReceiver: STRANGER })
      await devnet.fund(input, BigInt(request.inputAmount!))
      const quote = await devnet.router.quote(request)
      const steps = decodeRoute(decodeSwap(quote.calldata!)!.route)
      expect(steps.filter(({ kind }) => kind === STEP_KINDS.stableSwap).length).toBeGreaterThanOrEqual(2)
      const before = await devnet.test.balanceOf(request.outputToken, STRANGER)
      await devnet.send(quote)
      const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - before
      expect(received.toString()).toBe(quote.effectiveOutputAmount)
    },
  )

  it("includes the chain's data fee, and reports an unknown cost while that fee is unknown", async () => {
    const { publicClient, testClient } = devnet.test
    const chain = createFollowedChain(
      { ...devnet.chain.config, l1FeeOracle: GAS_PRICE_ORACLE },
      { pollMs: 50 },
    )
    const router = createRouterEngine({ chains: [chain], solver: solveUnlimited })
    const reaches = async () => {
      await testClient.mine({ blocks: 1 })
      const { hash } = await publicClient.getBlock()
      await until(() => chain.snapshot()?.blockHash === hash)
    }
    try {
      await chain.start()
      const small = devnet.request({ input: 'WETH', output: 'USDC', amount: '1', computeStable: true })
      const large = devnet.request({ input: 'WBTC', output: 'DAI', amount: '12', computeStable: true })
      expect(chain.snapshot()?.l1Fee).toBeNull()
      expect(await router.price(small)).toMatchObject({
        gasCostUSD: null,
        inputAmountUSD: expect.any(String),
      })

      await takeL1Fees(testClient, { baseFee: 10n ** 10n, blobBaseFee: 10n ** 10n })
      await reaches()
      const wethUsd = parseUnits((await router.price(small)).inputAmountUSD!, 18)
      const { gasPrice } = chain.snapshot()!
      for (const request of [small, large]) {
        const quote = await router.quote({ ...request, computeEstimate: false })
        const steps = quote.liquidityModules.length
        const data = serializeTransaction({
          type: 'eip1559',
          chainId: 8453,
          nonce: 77,
          gas: BigInt(quote.computationUnits),
          maxFeePerGas: 2n * 10n ** 9n,
          maxPriorityFeePerGas: 10n ** 8n,
          to: devnet.chain.config.settlement,
          data: quote.calldata!,
        })
        const taken = await publicClient.readContract({
          address: GAS_PRICE_ORACLE,
          abi: gasPriceOracleAbi,
          functionName: 'getL1Fee',
          args: [data],
        })
        const cost = (parseUnits(quote.gasCostUSD!, 18) * 10n ** 18n) / wethUsd
        const counted = cost - BigInt(quote.computationUnits) * gasPrice
        expect(steps > 8).toBe(request === large)
        expect(Math.abs(Number(counted) / Number(taken) - 1), `${steps} steps`).toBeLessThan(0.3)
        for (const [model, fee] of Object.entries(await otherFees(data))) {
          const told = fee.told.base + fee.told.perStep * BigInt(steps)
          expect(Math.abs(Number(told) / Number(fee.taken) - 1), `${model}, ${steps} steps`).toBeLessThan(0.3)
        }
      }

      const gasOf = async () => {
        const quote = await router.quote({ ...large, computeEstimate: false })
        const gas = BigInt(quote.computationUnits)
        return { gas, wei: (parseUnits(quote.gasCostUSD!, 18) * 10n ** 18n) / wethUsd }
      }
      const without = await gasOf()
      // An operator fee of a fifth of the gas price, as on Mantle.
      const operator = { scalar: gasPrice / 500n, constant: 10n ** 14n }
      await takeOperatorFee(testClient, operator)
      await reaches()
      const withOperator = await gasOf()
      const taken = await publicClient.readContract({
        address: GAS_PRICE_ORACLE,
        abi: gasPriceOracleAbi,
        functionName: 'getOperatorFee',
        args: [withOperator.gas],
      })
      expect(taken).toBe(withOperator.gas * operator.scalar * 100n + operator.constant)
      expect(withOperator.gas).toBe(without.gas)
      const added = withOperator.wei - without.wei - (chain.snapshot()!.gasPrice - gasPrice) * without.gas
      expect(Math.abs(Number(added) / Number(taken) - 1)).toBeLessThan(0.01)

      const { liquidityModules } = await router.price(large)
      await takeOperatorFee(testClient, { scalar: 100n * gasPrice, constant: 0n })
      await reaches()
      expect((await router.price(large)).liquidityModules.length).toBeLessThan(liquidityModules.length)

      await takeL1Fees(testClient, { baseFee: 10n ** 13n, blobBaseFee: 10n ** 13n })
      await reaches()
      expect((await router.price(large)).liquidityModules.length).toBeLessThan(liquidityModules.length)
    } finally {
      await chain.stop()
    }
  })

  /** Returns the data fees of other rollups for a transaction, and the estimates. */
  async function otherFees(data: Hex) {
    const { publicClient, testClient } = devnet.test
    const { hash } = await publicClient.getBlock()
    const read = (l1FeeOracle: Address, l1FeeModel?: 'arbitrum' | 'mantle') => {
      const config = { ...devnet.chain.config, l1FeeOracle, ...(l1FeeModel && { l1FeeModel }) }
      return l1FeeReader(config, publicClient)!(hash)
    }
    await takeScrollFees(testClient, { baseFee: 10n ** 10n, blobBaseFee: 10n ** 9n })
    const scroll = await publicClient.readContract({
      address: SCROLL_ORACLE,
      abi: gasPriceOracleAbi,
      functionName: 'getL1Fee',
      args: [data],
    })
    // The node's own code is the one contract, and no package has the other, so the test defines
    // their return values.
    const weiPerByte = 7_000_000_000n
    const words = [1n, weiPerByte, 2n, 3n, 4n, 5n].map((word) => numberToHex(word, { size: 32 }))
    const [gasInfo, mantle] = [makeAddress(0x6c), makeAddress(0x6d)]
    await testClient.setCode({ address: gasInfo, bytecode: contractCode({}, { returns: concatHex(words) }) })
    const [fee, ratio] = [10n ** 12n, 4_000n].map((word) => ({ returns: numberToHex(word, { size: 32 }) }))
    const [getL1Fee, tokenRatio] = ['getL1Fee(bytes)', 'tokenRatio()'].map(toFunctionSelector)
    await testClient.setCode({
      address: mantle,
      bytecode: contractCode({ [getL1Fee!]: fee!, [tokenRatio!]: ratio! }),
    })
    const signed = Buffer.concat([hexToBytes(data), randomBytes(65)])
    const compressed = brotliCompressSync(signed, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    return {
      scroll: { taken: scroll, told: await read(SCROLL_ORACLE) },
      arbitrum: { taken: weiPerByte * BigInt(compressed.length), told: await read(gasInfo, 'arbitrum') },
      mantle: { taken: 4_000n * 10n ** 12n, told: await read(mantle, 'mantle') },
    }
  }

  it('pays exactly the quoted output through a token that is only a connector', async () => {
    const { wsUrl: _, ...config } = devnet.chain.config
    const open = (connectorTokens: Address[]) =>
      createFollowedChain({ ...config, baseTokens: [config.weth], connectorTokens }, { pollMs: 50 })
    const [chain, without] = [open([devnet.getAddress('USDC')]), open([])]
    try {
      await Promise.all([chain.start(), without.start()])
      const request = devnet.request({ input: 'EURC', output: 'LINK', amount: '700' })
      await devnet.fund('EURC', BigInt(request.inputAmount!))
      const { hash } = await devnet.test.publicClient.getBlock()
      await until(() => [chain, without].every((one) => one.snapshot()?.blockHash === hash))
      await expect(createRouterEngine({ chains: [without] }).price(request)).rejects.toThrow(
        'Unable to fetch a solution',
      )
      const quote = await createRouterEngine({ chains: [chain] }).quote(request)
      expect(quote).toMatchObject({ revert: false, error: null })

      const account = devnet.test.account(TRADER)
      const before = await devnet.test.balanceOf('LINK', account)
      await devnet.send(quote)
      expect((await devnet.test.balanceOf('LINK', account)) - before).toBe(
        BigInt(quote.effectiveOutputAmount),
      )
      expect(await devnet.test.balanceOf('USDC', config.executor)).toBe(0n)
    } finally {
      await Promise.all([chain.stop(), without.stop()])
    }
  })

  it('includes the gas of a permit that the client has not signed yet', async () => {
    const request = devnet.request({ input: 'DAI', output: 'USDC', amount: '100' })
    const { config } = devnet.chain
    const amount = BigInt(request.inputAmount!)
    await devnet.test.deal('DAI', devnet.test.account(TRADER), amount)
    await devnet.test.approve('DAI', config.permit2, 2n ** 256n - 1n, TRADER)
    await devnet.reachesHead()
    const quote = await devnet.router.quote({ ...request, isPermit2: true })
    const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data: quote.calldata! })
    if (functionName !== 'swap') throw new Error(`The quote calls ${functionName}, not swap.`)
    const signer = privateKeyToAccount(deriveAccounts().funded[TRADER]!.privateKey)
    const parameters = { signer, token: request.inputToken as Address, spender: config.settlement, amount }
    const { tagged } = await signPermit2(config.permit2, parameters)
    const calldata = encodeFunctionData({
      abi: settlementAbi,
      functionName,
      args: [args[0], args[1], tagged],
    })
    const hash = await devnet.send({ ...quote, calldata })
    const { gasUsed } = await devnet.test.publicClient.getTransactionReceipt({ hash })
    expect(Math.abs(Number(gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.12)
  })

  it('pays the quoted partner and settlement fees', async () => {
    const request = devnet.request({
      input: 'WETH',
      output: 'USDC',
      // Uses one pool, because a surplus above the best pool would be shared.
      amount: '0.5',
      partnerFee: 75,
      partnerAddress: PARTNER,
      activateSurplusFee: true,
    })
    await devnet.fund('WETH', BigInt(request.inputAmount!))
    const quote = await devnet.router.quote(request)
    const { treasury } = devnet.test.manifest.contracts
    const before = await devnet.test.balanceOf('USDC', treasury)
    await devnet.send(quote)
    const settlementFee = BigInt(quote.settlementFee!)
    expect(await devnet.test.balanceOf('USDC', PARTNER)).toBe(BigInt(quote.partnerFee) + settlementFee / 2n)
    expect((await devnet.test.balanceOf('USDC', treasury)) - before).toBe(settlementFee - settlementFee / 2n)
  })
})

describe('a quote that shares its surplus', () => {
  it('pays the quoted amounts to user, partner and service', async () => {
    const request = devnet.request({
      input: 'WETH',
      output: 'USDC',
      amount: '900',
      slippage: 1000,
      partnerAddress: PARTNER,
      activateSurplusFee: true,
      outputReceiver: STRANGER,
    })
    await devnet.fund('WETH', BigInt(request.inputAmount!))
    const plain = await devnet.router.quote({ ...request, activateSurplusFee: false })
    const quote = await devnet.router.quote(request)
    const shared = BigInt(plain.effectiveOutputAmount) - BigInt(quote.effectiveOutputAmount)
    expect(shared).toBeGreaterThan(0n)
    expect(quote.outputAmount).toBe(plain.outputAmount)
    const { treasury } = devnet.test.manifest.contracts
    const before = await devnet.test.balanceOf('USDC', treasury)
    await devnet.send(quote)
    expect(await devnet.test.balanceOf('USDC', STRANGER)).toBe(BigInt(quote.effectiveOutputAmount))
    const settlementFee = BigInt(quote.settlementFee!)
    expect(await devnet.test.balanceOf('USDC', PARTNER)).toBe(settlementFee / 2n + shared / 2n)
    expect((await devnet.test.balanceOf('USDC', treasury)) - before).toBe(
      settlementFee - settlementFee / 2n + shared / 2n,
    )
  })
})

describe('a quote for a part of the input', () => {
  it('sells only that part', async () => {
    const request = devnet.request({ input: 'ETH', output: 'USDC', amount: '50000', isPartialFill: true })
    await devnet.fund('ETH', BigInt(request.inputAmount!))
    const quote = await devnet.router.quote(request)
    const { effectiveInputAmount } = quote
    expect(quote).toMatchObject({
      revert: false,
      inputAmount: request.inputAmount,
      value: effectiveInputAmount,
    })
    expect(BigInt(effectiveInputAmount)).toBeLessThan(BigInt(request.inputAmount!))
    expect(quote.simulation?.balanceChanges).toMatchObject([
      { delta: `-${effectiveInputAmount}` },
      { delta: quote.effectiveOutputAmount },
    ])
    await devnet.send(quote)
  })
})

describe('quotes of the same block', () => {
  it('share one result while it is computed', async () => {
    const request = devnet.request({ input: 'WETH', output: 'USDC', amount: '1' })
    const [one, other] = await Promise.all([devnet.router.quote(request), devnet.router.quote(request)])
    expect(one).toBe(other)
    const later = await devnet.router.quote(request)
    expect(later.quoteId).not.toBe(one.quoteId)
    expect(later.outputAmount).toBe(one.outputAmount)
  })
})

describe('a quote for a sender without sufficient funds', () => {
  it.each([
    ['a token', 'WETH', 'USDC', true],
    ['an awkward token', 'USDT', 'DAI', true],
    ['the native token', 'ETH', 'USDC', false],
  ] as const)(
    'for %s reports the shortage and still simulates the route',
    async (_, input, output, lacksAllowance) => {
      const request = devnet.request({
        input,
        output,
        amount: '20',
        userAddress: STRANGER,
        outputReceiver: STRANGER,
      })
      const quote = await devnet.router.quote(request)
      expect(quote).toMatchObject({
        lowBalance: true,
        lowAllowance: lacksAllowance,
        revert: false,
        error: null,
      })
      expect(quote.simulation?.balanceChanges[1]?.delta).toBe(quote.effectiveOutputAmount)
    },
  )

  it('distinguishes a missing allowance from a missing balance', async () => {
    const request = devnet.request({ input: 'DAI', output: 'USDC', amount: '100' })
    await devnet.test.deal('DAI', devnet.test.account(TRADER), BigInt(request.inputAmount!))
    const { config } = devnet.chain
    await devnet.test.approve('DAI', config.permit2, 2n ** 200n, TRADER)
    await devnet.reachesHead()
    expect(await devnet.router.quote(request)).toMatchObject({
      lowBalance: false,
      lowAllowance: true,
      revert: false,
    })
    expect(await devnet.router.quote({ ...request, isPermit2: true })).toMatchObject({
      lowBalance: false,
      lowAllowance: true,
      revert: false,
    })
  })
})

describe('a quote whose node simulated another block', () => {
  it('is simulated once more', async () => {
    const others = [await devnet.test.publicClient.getBlockNumber()]
    const dearer = devnet.request({ input: 'USDC', output: 'WETH', amount: '90000' })
    await devnet.fund('USDC', BigInt(dearer.inputAmount!))
    await devnet.send(await devnet.router.quote(dearer))
    await devnet.reachesHead()

    const { client } = devnet.chain
    const request = async (asked: { method: string; params: readonly unknown[] }) => {
      const other = asked.method === 'eth_simulateV1' ? others.pop() : undefined
      const params = other === undefined ? asked.params : [asked.params[0], numberToHex(other)]
      return client.request({ ...asked, params } as never)
    }
    const router = createRouterEngine({
      chains: [{ ...devnet.chain, client: { ...client, request } as typeof client }],
      solver: solveUnlimited,
    })
    const quote = await router.quote(devnet.request({ input: 'ETH', output: 'USDC', amount: '1' }))
    expect(others).toEqual([])
    const [, received] = quote.simulation?.balanceChanges ?? []
    expect(received?.delta).toBe(quote.effectiveOutputAmount)
  })
})

describe('a quote that cannot succeed', () => {
  it('has no solution through a token with a transfer fee', async () => {
    const taxed = devnet.test.manifest.tokens.find(({ trait }) => trait === 'fee-on-transfer')!
    for (const [input, output] of [
      [taxed.symbol, 'WETH'],
      ['WETH', taxed.symbol],
    ] as const) {
      const request = devnet.request({ input, output, amount: '1' })
      await expect(devnet.router.price(request)).rejects.toThrow(
        'Unable to fetch a solution for the user request',
      )
    }
  })

  it('has no solution if a token has introduced a transfer fee', async () => {
    const taxed = devnet.test.manifest.tokens.find(({ trait }) => trait === 'fee-on-transfer')!
    const trusting = devnet.chain.tradableTokens().with(new Map([[taxed.address.toLowerCase(), true]]))
    const unaware = createRouterEngine({ chains: [{ ...devnet.chain, tradableTokens: () => trusting }] })
    const request = devnet.request({ input: 'WETH', output: taxed.symbol, amount: '1', slippage: 300 })
    await expect(unaware.price(request)).resolves.toMatchObject({ outputToken: request.outputToken })
    await expect(unaware.quote(request)).rejects.toThrow('Unable to fetch a solution for the user request')
  })

  it('can be retried if the node fails while a missing balance is overridden', async () => {
    const node = await startProxyNode(devnet.chain.config.rpcUrls[0]!)
    try {
      const client = createPublicClient({ transport: http(node.url, { retryCount: 0 }) })
      const router = createRouterEngine({ chains: [{ ...devnet.chain, client }], solver: solveUnlimited })
      const request = devnet.request({ input: 'DAI', output: 'USDC', amount: '7', userAddress: STRANGER })
      const refuseLists = (code: number): Behavior => ({
        refuse: ({ method }) =>
          method === 'eth_createAccessList' ? { code, message: 'upstream is busy' } : undefined,
      })
      node.behave(refuseLists(-32_000))
      await expect(router.quote(request)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
      node.behave(refuseLists(-32_601))
      const unlent = await router.quote(request)
      expect(unlent).toMatchObject({
        revert: true,
        error: expect.stringContaining('could not be overridden'),
      })
      node.behave({})
      expect(await router.quote(request)).toMatchObject({ revert: false, lowBalance: true })
    } finally {
      await node.stop()
    }
  })

  it.each([
    ['SELL', '2', /^InsufficientOutput/],
    ['BUY', '6000', /^TransferFailed.*: the price has moved, and the purchase would cost more than maxInput/],
  ] as const)('reports that the price has moved, and rechecks the pools: %s', async (type, amount, words) => {
    const request = devnet.request({ input: 'WETH', output: 'USDC', amount, orderType: type, slippage: 1 })
    const before = devnet.chain.snapshot()!
    await devnet.fund('WETH', 60n * 10n ** 18n)
    await devnet.send(
      await devnet.router.quote(devnet.request({ input: 'WETH', output: 'USDC', amount: '50' })),
    )
    await devnet.reachesHead()
    const { blockNumber, blockHash, timestamp } = devnet.chain.snapshot()!
    const suspected: (readonly Address[])[] = []
    const behind = {
      ...devnet.chain,
      snapshot: () => ({ ...before, blockNumber, blockHash, timestamp }),
      suspect: (pools: readonly Address[]) => suspected.push(pools),
    }
    const quote = await createRouterEngine({ chains: [behind], solver: solveUnlimited }).quote(request)
    expect(quote.revert).toBe(true)
    expect(quote.error).toMatch(words)
    // The other routes through these pools fail too, so the first quote is returned.
    expect(suspected[0]).toHaveLength(quote.liquidityModules.length)
    expect(suspected.length).toBeGreaterThan(1)
  })

  it('reports the reason of the revert', async () => {
    const token = devnet.test.manifest.tokens.find(({ trait }) => trait === 'blocklist')!
    const abi = parseAbi(['function setBlocked(address, bool)'])
    const data = encodeFunctionData({ abi, functionName: 'setBlocked', args: [STRANGER, true] })
    await devnet.test.send({ to: token.address, data })
    const request = devnet.request({
      input: 'WETH',
      output: token.symbol,
      amount: '1',
      outputReceiver: STRANGER,
    })
    await devnet.fund('WETH', BigInt(request.inputAmount!))
    const quote = await devnet.router.quote(request)
    expect(quote.revert).toBe(true)
    expect(quote.error).toMatch(/TransferFailed|Block/)
    expect(quote.simulation).toMatchObject({ success: false, balanceChanges: [] })
  })
})
