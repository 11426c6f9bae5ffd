import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CreateConnectorFn, createConfig, http, mock } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { readEnvironment } from '../../service/config/environment.ts'
import { type Service, startService } from '../../service/start-service.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { amountOfForm, maximumInput } from '../../wire/lib/amount.ts'
import { findSchemaProblems } from '../../wire/testing/json-schema.ts'
import { eventsJsonSchema } from '../config/json-schema/json-schemas.ts'
import type { HostProvider } from '../config/types.ts'
import type { EventEnvelope, EventName, Process, WidgetEvents } from '../events/types.ts'
import type { ExecutionState } from '../execution/machine/types.ts'
import { toIntent } from '../hooks/to-intent.ts'
import { quotedInput } from '../lib/purchase.ts'
import { balanceQuery } from '../queries/balance-query.ts'
import { type PriceInputs, priceQuery } from '../queries/price-query.ts'
import { tokenQuery } from '../queries/token-query.ts'
import { createWidget } from './create-widget.ts'
import type { Widget } from './types.ts'

/** The instance without a page: a host's wallet, the real service, a real chain. */
let devnet: TestDevnet
let chain: TestChain
let service: Service
let widget: Widget | undefined
/** Every event of a test: each has to match the published schema. */
let envelopes: EventEnvelope[] = []
const EVENTS_SCHEMA = eventsJsonSchema() as Record<string, unknown>
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  service = await startService(devnet.serviceConfig, {
    ...readEnvironment({ SLUICE_LOG_LEVEL: 'silent' }),
    port: 0,
    dataDir: undefined,
  })
  await service.ready
})
afterEach(() => {
  widget?.destroy()
  for (const event of envelopes)
    expect(findSchemaProblems(EVENTS_SCHEMA, asJson(event)), event.name).toEqual([])
  expect(envelopes.length).toBeGreaterThan(0)
  envelopes = []
})
afterAll(async () => {
  await service?.stop()
  await devnet?.stop()
})

/** Delays each request of the wallet to send a transaction. Default: no delay. */
let beforeSending = async () => {}

/** A connector whose wallet waits for `beforeSending`. */
function heldConnector(): CreateConnectorFn {
  const create = mock({ accounts: [chain.account()] })
  return (config) => {
    const connector = create(config)
    return {
      ...connector,
      async getProvider(parameters) {
        const provider = (await connector.getProvider(parameters)) as HostProvider
        return {
          ...provider,
          async request(call: Parameters<HostProvider['request']>[0]) {
            if (call.method === 'eth_sendTransaction') await beforeSending()
            return provider.request(call)
          },
        }
      },
    } as ReturnType<CreateConnectorFn>
  }
}

async function connectedWidget(input: Address, output: Address, amount: string, bought = '') {
  const { id, name, label, rpcUrl, nativeCurrency, widget: pinned } = chain.manifest
  const wagmiConfig = createConfig({
    chains: [{ id, name: label, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }],
    connectors: [heldConnector()],
    transports: { [id]: http(rpcUrl) },
    storage: null,
  })
  const origin = `http://127.0.0.1:${service.port}`
  const made = createWidget(
    {
      integrator: 'sluice-tests',
      apiKey: 'dev-enterprise',
      baseUrl: `${origin}/router`,
      tokensUrl: `${origin}/tokens`,
      exchangeRatesUrl: `${origin}/rates`,
      chains: [{ id, name, label, rpcUrls: [rpcUrl], ...pinned }],
      recipient: 'optional',
      input: { token: input, amount },
      output: { token: output, amount: bought },
    },
    { wagmiConfig: wagmiConfig as never },
  )
  widget = made
  const heard: [EventName, WidgetEvents[EventName]][] = []
  made.events.on('*', (event, payload) => heard.push([event, payload]))
  made.events.onAny((event) => envelopes.push(event))
  const unmount = made.mount()
  const [connector] = wagmiConfig.connectors
  if (!connector) return expect.unreachable()
  await connect(wagmiConfig, { connector, chainId: id })
  await expect.poll(() => made.wallet.getState().status).toBe('connected')
  return { widget: made, heard, wagmiConfig, unmount }
}

async function pricedIntent({ form, queryClient, ...rest }: Widget, receiver?: Address) {
  const context = { form, queryClient, ...rest }
  const { inputChainId: chainId, inputToken, outputToken, inputAmount, outputAmount } = form.getState()
  if (!inputToken || !outputToken) return expect.unreachable()
  const [input, output] = await Promise.all(
    [inputToken, outputToken].map((address) =>
      queryClient.fetchQuery(tokenQuery(context, { chainId, address })),
    ),
  )
  if (!input || !output) return expect.unreachable()
  const inputs: PriceInputs = {
    chainId,
    inputToken: input,
    outputToken: output,
    inputAmount: amountOfForm(inputAmount, input.decimals),
    outputAmount: amountOfForm(outputAmount, output.decimals),
    account: chain.account(),
    receiver,
    slippageBps: 50,
    partner: undefined,
  }
  const { value: price } = await queryClient.fetchQuery(priceQuery(context, inputs))
  const view = { inputs, price, inputAmount: inputs.inputAmount ?? quotedInput(price), updatedAt: Date.now() }
  return toIntent({ id: 'route-1', view, account: chain.account() })
}

/** Runs a swap to its last state and returns that state. */
async function confirm({ execution }: Widget, intent: Parameters<Widget['selectRoute']>[0]) {
  execution.start(intent)
  const isOver = ({ stage }: ExecutionState) => stage === 'completed' || stage === 'failed'
  await expect.poll(() => isOver(execution.getState())).toBe(true)
  const state = execution.getState()
  return state.stage === 'completed'
    ? state
    : expect.unreachable(String('error' in state && state.error.details))
}

/** The names of the route events a host received. */
function course(heard: [EventName, WidgetEvents[EventName]][]): string[] {
  return heard
    .filter(([name]) => name.startsWith('route') || name === 'transactionError')
    .map(([name, payload]) => {
      const { process } = payload as { process?: Process }
      return process ? `${name} ${process.type} ${process.status}` : name
    })
}

describe('swap through the whole engine', () => {
  it('approves and swaps a token, and emits the amounts on chain', async () => {
    const [weth, usdc] = [chain.token('WETH').address, chain.token('USDC').address]
    const account = chain.account()
    await chain.deal('WETH', account, 5n * 10n ** 18n)
    const { widget: made, heard } = await connectedWidget(weth, usdc, '1.5')
    const before = await chain.balanceOf(usdc, account)

    const intent = await pricedIntent(made)
    await made.selectRoute(intent)
    const { outcome } = await confirm(made, intent)

    const received = (await chain.balanceOf(usdc, account)) - before
    expect(outcome.received).toBe(received)
    expect(received).toBeGreaterThanOrEqual(BigInt(intent.price.minOutputAmount))
    expect(await chain.balanceOf(weth, account)).toBe(3_500_000_000_000_000_000n)
    const options = balanceQuery(made, { chainId: intent.chainId, token: weth, account })
    expect(await made.queryClient.fetchQuery(options)).toBe('3500000000000000000')

    expect(course(heard)).toEqual([
      'routeSelected',
      'routeExecutionStarted',
      'routeExecutionUpdated swap pending',
      'routeExecutionUpdated approval running',
      'routeExecutionUpdated approval running',
      'routeExecutionUpdated approval completed',
      'routeExecutionUpdated swap pending',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap completed',
      'routeExecutionCompleted',
    ])
    const amount = received.toString()
    expect(heard.at(-1)?.[1]).toMatchObject({ id: 'route-1', toAmountReceive: amount, received: amount })
    expect(JSON.parse(JSON.stringify(heard))).toEqual(heard)
  })

  it('swaps the native token without an approval', async () => {
    const usdc = chain.token('USDC').address
    const { widget: made, heard } = await connectedWidget(NATIVE_TOKEN, usdc, '0.25')
    const before = await chain.balanceOf(usdc, chain.account())
    const { outcome } = await confirm(made, await pricedIntent(made))
    expect(outcome.received).toBe((await chain.balanceOf(usdc, chain.account())) - before)
    expect(course(heard).filter((event) => event.includes('approval'))).toEqual([])
  })

  it('delivers the exact output of a purchase, and emits its cost and its maximum', async () => {
    const usdc = chain.token('USDC').address
    const account = chain.account()
    const { widget: made, heard } = await connectedWidget(NATIVE_TOKEN, usdc, '', '750')
    const before = await chain.balanceOf(usdc, account)
    const intent = await pricedIntent(made)
    await made.selectRoute(intent)
    const { outcome, verified } = await confirm(made, intent)
    expect((await chain.balanceOf(usdc, account)) - before).toBe(750_000_000n)
    expect(heard.at(-1)?.[1]).toMatchObject({
      fromAmount: verified.inputAmount.toString(),
      fromAmountMax: maximumInput(intent.inputAmount, 50).toString(),
      effectiveFromAmount: outcome.paid?.toString(),
      toAmountReceive: '750000000',
      toAmountMin: '750000000',
    })
    const [entry] = made.activity.getState().entries
    expect(entry).toMatchObject({
      status: 'done',
      inputAmount: intent.inputAmount.toString(),
      purchase: {
        firm: verified.inputAmount.toString(),
        maximum: verified.maxInputAmount.toString(),
      },
      paid: outcome.paid?.toString(),
      received: '750000000',
    })
    expect(verified.value).toBe(verified.maxInputAmount)
  })

  it('pays only the recipient of a swap to another address', async () => {
    const [weth, usdc] = [chain.token('WETH').address, chain.token('USDC').address]
    const [account, recipient] = [chain.account(), chain.account(5)]
    await chain.deal('WETH', account, 10n ** 18n)
    const { widget: made, heard } = await connectedWidget(weth, usdc, '0.5')
    const [own, before] = [await chain.balanceOf(usdc, account), await chain.balanceOf(usdc, recipient)]
    const { outcome, verified } = await confirm(made, await pricedIntent(made, recipient))
    const received = (await chain.balanceOf(usdc, recipient)) - before
    expect(outcome.received).toBe(received)
    expect(received).toBeGreaterThanOrEqual(verified.minOutputAmount ?? received + 1n)
    expect(await chain.balanceOf(usdc, account)).toBe(own)
    expect(heard.at(-1)).toMatchObject(['routeExecutionCompleted', { toAddress: recipient }])
  })

  it('leaves the host’s wallet connected when the widget is destroyed, and stops following it', async () => {
    const usdc = chain.token('USDC').address
    const { widget: made, wagmiConfig } = await connectedWidget(NATIVE_TOKEN, usdc, '0.1')
    const { connections, current, status } = wagmiConfig.state
    await confirm(made, await pricedIntent(made))
    made.destroy()
    expect(wagmiConfig.state).toMatchObject({ current, status })
    expect([...wagmiConfig.state.connections]).toEqual([...connections])

    let reported = 0
    made.wallet.subscribe(() => (reported += 1))
    await disconnect(wagmiConfig)
    expect(wagmiConfig.state.status).toBe('disconnected')
    expect(reported).toBe(0)
  })
})

describe('swap that is pending when its widget is unmounted', () => {
  afterEach(async () => {
    beforeSending = async () => {}
    await chain.testClient.setAutomine(true)
  })

  /** Starts a swap and waits for its wallet request. Returns how to answer the request. */
  async function start() {
    const opened = await connectedWidget(NATIVE_TOKEN, chain.token('USDC').address, '0.1')
    const intent = await pricedIntent(opened.widget)
    let answer: (refusal?: Error) => void = () => {}
    const requested = new Promise<void>((resolveRequested) => {
      beforeSending = () => {
        resolveRequested()
        return new Promise((resolve, reject) => {
          answer = (refusal) => (refusal ? reject(refusal) : resolve())
        })
      }
    })
    opened.widget.execution.start(intent)
    await requested
    return { ...opened, answer: (refusal?: Error) => answer(refusal) }
  }

  /** Waits for the last event, and checks that a second mount emits no other one. */
  async function expectEnd(
    { widget: made, heard }: Awaited<ReturnType<typeof start>>,
    end: string,
  ): Promise<void> {
    const ends = () => heard.map(([name]) => name).filter((name) => /Execution(Completed|Failed)$/.test(name))
    await expect.poll(ends, { timeout: 30_000 }).toEqual([end])
    const unmount = made.mount()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    unmount()
    expect(ends()).toEqual([end])
    expect(heard.filter(([name]) => name === 'routeExecutionStarted')).toHaveLength(1)
  }

  it('emits one end when the wallet signs it later', async () => {
    const swap = await start()
    swap.unmount()
    await Promise.resolve()
    swap.answer()
    await expectEnd(swap, 'routeExecutionCompleted')
  })

  it('emits one end when the wallet rejects it later', async () => {
    const swap = await start()
    swap.unmount()
    await Promise.resolve()
    swap.answer(Object.assign(new Error('User rejected the request'), { code: 4001 }))
    await expectEnd(swap, 'routeExecutionFailed')
  })

  it('emits one end when its transaction is mined later', async () => {
    await chain.testClient.setAutomine(false)
    const swap = await start()
    swap.answer()
    await expect.poll(() => swap.widget.execution.getState().stage).toBe('watching')
    swap.unmount()
    await Promise.resolve()
    await chain.testClient.mine({ blocks: 1 })
    await expectEnd(swap, 'routeExecutionCompleted')
  })

  it('emits one end when its transaction is replaced in the wallet later', async () => {
    await chain.testClient.setAutomine(false)
    const swap = await start()
    swap.answer()
    await expect.poll(() => swap.widget.execution.getState().stage).toBe('watching')
    const state = swap.widget.execution.getState()
    const hash = state.stage === 'watching' ? state.hash : undefined
    if (!hash) return expect.unreachable()
    const { nonce } = await chain.publicClient.getTransaction({ hash })
    swap.unmount()
    await Promise.resolve()
    await chain.testClient.dropTransaction({ hash })
    await chain.wallet().sendTransaction({ to: chain.account(), value: 0n, nonce })
    await chain.testClient.mine({ blocks: 1 })
    await expectEnd(swap, 'routeExecutionFailed')
  })
})
