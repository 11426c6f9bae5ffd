import { createChainReader } from '../../src/chain/chain-reader.ts'
import type { ChainReader } from '../../src/chain/types.ts'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import type { HostProvider, WidgetConfig } from '../../src/config/types.ts'
import type { EventName, WidgetEvents } from '../../src/events/types.ts'
import type { SwapSuite } from '../../src/execution/testing/swap-suite.ts'
import { createWidget } from '../../src/instance/create-widget.ts'

export interface OpenOptions {
  provider: HostProvider
  config?: Partial<WidgetConfig>
  /** Overrides methods of the chain reader. */
  reader?: Partial<ChainReader>
}

/** A mounted widget without a page, on the chains and the service of a suite, with a host's wallet. */
export function openWidget(suite: SwapSuite, { provider, config, reader }: OpenOptions) {
  const hostConfig = { ...suite.service.config, ...config, provider }
  const resolved = resolveConfig(hostConfig)
  const { clients } = suite.service
  const chain = createChainReader(() => resolved, { watchTiming: { pollMs: 40, droppedAfterMs: 1_000 } })
  const widget = createWidget(hostConfig, {
    parts: {
      clients: {
        ...clients,
        router: {
          ...clients.router,
          async quote(request, call) {
            await suite.service.caughtUp()
            return clients.router.quote(request, call)
          },
        },
      },
      chain: { ...chain, ...reader },
    },
  })
  const heard: { name: EventName; payload: unknown }[] = []
  widget.events.on('*', (name, payload) => heard.push({ name, payload }))
  const unmount = widget.mount()
  return {
    widget,
    unmount,
    heard,
    /** The ends emitted for a route. Exactly one is correct. */
    ends: (id: string) =>
      heard.flatMap(({ name, payload }) => {
        if (name === 'routeExecutionCompleted')
          return (payload as WidgetEvents['routeExecutionCompleted']).id === id ? ['completed'] : []
        if (name !== 'routeExecutionFailed') return []
        const { route, process } = payload as WidgetEvents['routeExecutionFailed']
        return route.id === id ? [process.error?.code ?? 'failed'] : []
      }),
    entries: () => widget.activity.getState().entries,
  }
}
