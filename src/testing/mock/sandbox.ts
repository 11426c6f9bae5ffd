import { PARTNER, USER } from '../../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { createDevWallet, type DevWallet } from '../dev-wallet.ts'
import { ETHEREUM } from '../fixtures/fixture-tokens.ts'
import { MOCK_SCENARIOS, type MockScenario } from './mock-scenarios.ts'
import { createMockService, type MockService, type MockServiceOptions } from './mock-service.ts'
import { askInDialog } from './sandbox-dialog.ts'

/**
 * The options of a sandbox, including whether its wallet shows confirmations.
 * @example
 * const options: SandboxOptions = { asks: true, balances: { ETH: '1' } }
 */
export interface SandboxOptions extends MockServiceOptions {
  /**
   * True shows a confirmation dialog for each wallet request. Default false: the wallet accepts
   * everything.
   */
  asks?: boolean
  /** The element that gets the label at its start. Default: the end of the page. */
  labelIn?: Element
}

/**
 * A running sandbox, as `startSandbox` makes it.
 * @example
 * const fail = ({ service }: Sandbox) => service.setScenario('transaction-reverts')
 */
export interface Sandbox {
  /** Responds to the requests of the widgets. */
  service: MockService
  /** A wallet without a key: the chain in memory executes what it sends. */
  wallet: DevWallet
  /** The config of a widget in the sandbox. Data only, so that it can be an attribute of an element. */
  config(overrides?: Partial<WidgetConfig>): WidgetConfig
  /** Removes the label and the wallet, and gives the page its `fetch` back. */
  stop(): void
}

/**
 * Runs widgets of this page without a service, a chain or funds: `fetch` responds to requests to
 * the sandbox's origin, a wallet named "Sandbox wallet" is announced (EIP-6963), and a label states
 * that nothing on the page is real. A running sandbox of the same origin is stopped, and its wallet
 * is reused if both show confirmations or neither does, because a development server may run a module
 * again. On a server it does nothing, and returns the same config.
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
  // A second wallet of the same name would be listed in each widget that has found the first.
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
  // A server sends no requests, so only the config is used.
  if (typeof document === 'undefined') return sandbox
  RUNNING.set(origin, { sandbox, asks })
  ending.push(service.install(), wallet.announce(window), addSandboxLabel(labelIn), () =>
    RUNNING.delete(origin),
  )
  return sandbox
}

/** Running sandboxes by origin. Global, because a module that runs again has lost its reference. */
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

/** A chain that the widget does not offer. */
const OTHER_CHAIN = 10
const TEXT = 'Sandbox: prices are made up, nothing is signed, no funds move.'

/** Shows that nothing is real. Returns a function that removes the label. */
function addSandboxLabel(element?: Element): () => void {
  const label = document.createElement('p')
  label.setAttribute('role', 'note')
  label.setAttribute('data-sluice-sandbox', '')
  label.textContent = TEXT
  // Set by properties, because a strict policy forbids style attributes in HTML.
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
