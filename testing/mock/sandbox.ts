import type { WidgetConfig } from '../../src/config/types.ts'
import { PARTNER, USER } from '../../src/wire/fixtures/addresses.ts'
import { createDevWallet, type DevWallet } from '../dev-wallet.ts'
import { ETHEREUM } from '../fixture-tokens.ts'
import { MOCK_SCENARIOS, type MockScenario } from './mock-scenarios.ts'
import { createMockService, type MockService, type MockServiceOptions } from './mock-service.ts'
import { askInDialog } from './sandbox-dialog.ts'

/**
 * What a sandbox lists, and whether its wallet asks.
 * @example
 * const options: SandboxOptions = { asks: true, balances: { ETH: '1' } }
 */
export interface SandboxOptions extends MockServiceOptions {
  /** Whether the wallet asks in a dialog of the page before it answers. Default false: it agrees to everything. */
  asks?: boolean
  /** Where the label goes: the start of this element. Default: the foot of the page. */
  labelIn?: Element
}

/**
 * A running sandbox, as `startSandbox` makes it.
 * @example
 * const fail = ({ service }: Sandbox) => service.setScenario('transaction-reverts')
 */
export interface Sandbox {
  /** Answers what the widgets ask. */
  service: MockService
  /** A wallet that holds no key: what it is asked to send is executed by the chain in memory. */
  wallet: DevWallet
  /** The config of a widget in the sandbox. Data only, so that it can be an attribute of an element. */
  config(overrides?: Partial<WidgetConfig>): WidgetConfig
  /** Removes the label and the wallet, and gives the page its `fetch` back. */
  stop(): void
}

/**
 * Runs widgets of this page without a service, a chain or funds: `fetch` answers requests to the sandbox's origin, a wallet
 * named "Sandbox wallet" is announced (EIP-6963), and a label says that nothing on the page is real. One that runs already at
 * the same origin is stopped, and its wallet goes on where both ask or both agree: a module that a development server runs again
 * may start one. On a server it does nothing, and gives the same config.
 * @example
 * import { createRoot } from 'react-dom/client'
 *
 * const sandbox = startSandbox()
 * createRoot(document.body).render(<SwapWidget {...sandbox.config()} />)
 */
export function startSandbox({ asks = false, labelIn, ...options }: SandboxOptions = {}): Sandbox {
  const service = createMockService({
    mineMs: 1_500,
    ...options,
    onQuote(name) {
      const { walletChanges }: MockScenario = MOCK_SCENARIOS[name]
      if (walletChanges === 'account') wallet.setAccounts([PARTNER])
      if (walletChanges === 'chain') wallet.setChain(OTHER_CHAIN)
      options.onQuote?.(name)
    },
  })
  const { origin } = service
  const earlier = RUNNING.get(origin)
  earlier?.sandbox.stop()
  // Another one of the same name would stand beside it in each widget that has found it.
  const wallet = earlier?.asks === asks ? earlier.sandbox.wallet : createSandboxWallet(origin, asks)
  const ending: (() => void)[] = []
  const sandbox: Sandbox = {
    service,
    wallet,
    config: service.config,
    stop() {
      for (const end of ending.splice(0)) end()
    },
  }
  // On a server there is nobody to answer: a config alone.
  if (typeof document === 'undefined') return sandbox
  RUNNING.set(origin, { sandbox, asks })
  ending.push(service.install(), wallet.announce(window), addSandboxLabel(labelIn), () =>
    RUNNING.delete(origin),
  )
  return sandbox
}

/** By origin. Not of one caller: when a module runs again, nobody else knows what it has started before. */
const RUNNING = new Map<string, { sandbox: Sandbox; asks: boolean }>()

function createSandboxWallet(origin: string, asks: boolean): DevWallet {
  return createDevWallet({
    rpcUrls: { [ETHEREUM]: `${origin}/rpc` },
    accounts: [USER],
    chainId: ETHEREUM,
    name: 'Sandbox wallet',
    rdns: 'dev.sluice.sandbox',
    ...(asks && { confirm: askInDialog }),
  })
}

/** No chain of the widget. */
const OTHER_CHAIN = 10
const TEXT = 'Sandbox: prices are made up, nothing is signed, no funds move.'

/** Says on the screen that nothing is real. Returns the function that removes the label. */
function addSandboxLabel(element?: Element): () => void {
  const label = document.createElement('p')
  label.setAttribute('role', 'note')
  label.setAttribute('data-sluice-sandbox', '')
  label.textContent = TEXT
  // Set by properties: a strict policy forbids style attributes in HTML.
  Object.assign(label.style, {
    margin: '0',
    padding: '8px 12px',
    background: '#5b3a00',
    color: '#fff',
    font: '600 14px/1.4 system-ui, sans-serif',
    textAlign: 'center',
    ...(!element && { position: 'fixed', insetInline: '0', insetBlockEnd: '0', zIndex: '2147483647' }),
  })
  if (element) element.prepend(label)
  else document.body.append(label)
  return () => label.remove()
}
