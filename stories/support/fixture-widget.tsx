import { useEffect, useState } from 'react'
import type { WidgetConfig } from '../../src/config/types.ts'
import type { PageName } from '../../src/events/types.ts'
import type { ExecutionState, SwapIntent } from '../../src/execution/types.ts'
import { WidgetContext } from '../../src/instance/context.tsx'
import { createWidget } from '../../src/instance/create-widget.ts'
import type { Widget } from '../../src/instance/types.ts'
import { WidgetFrame } from '../../src/widget/widget-frame.tsx'
import { createFixtureChain, type FixtureChainOptions } from './fixture-chain.ts'
import { createFixtureClients, type FixtureClientsOptions } from './fixture-clients.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'
import { createFixtureExecution } from './fixture-execution.ts'
import { createFixtureWallet, type FixtureWalletOptions } from './fixture-wallet.ts'

export interface FixtureWidgetProps {
  config?: Partial<WidgetConfig>
  service?: FixtureClientsOptions
  wallet?: FixtureWalletOptions
  chain?: FixtureChainOptions
  execution?: ExecutionState
  /** The page shown; default the swap page. */
  page?: PageName
  intent?: SwapIntent
  /** Told of the widget once, for tests that look inside. */
  onWidget?: (widget: Widget) => void
}

/** A real widget whose outside world is fixtures. */
export function FixtureWidget(props: FixtureWidgetProps) {
  const [widget] = useState(() => createFixtureWidget(props))
  useEffect(() => widget.mount(), [widget])
  return (
    <WidgetContext.Provider value={widget}>
      <WidgetFrame />
    </WidgetContext.Provider>
  )
}

function createFixtureWidget({
  config,
  service,
  wallet,
  chain,
  execution,
  page,
  intent,
  onWidget,
}: FixtureWidgetProps): Widget {
  const widget = createWidget(
    { ...FIXTURE_CONFIG, ...config },
    {
      parts: {
        clients: createFixtureClients(service),
        wallet: createFixtureWallet(wallet),
        chain: createFixtureChain(chain),
        execution: createFixtureExecution(execution),
      },
    },
  )
  if (intent) widget.review.setState({ intent })
  if (page && page !== 'swap') widget.navigation.getState().push(page)
  onWidget?.(widget)
  return widget
}
