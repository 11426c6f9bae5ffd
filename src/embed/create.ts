import type { WidgetConfig } from '../config/types.ts'
import { createInPage } from './create-in-page.ts'
import type { IsolationOptions, SwapHandle } from './types.ts'

/**
 * Mounts a widget in an element, or in the first that a selector matches. The handle can be used
 * immediately; the widget is loaded from the directory of this script. Does nothing on a server.
 * Throws a `TypeError` if no element matches, and for an unknown `isolation`; an invalid config
 * rejects `ready` with `CONFIG_INVALID`.
 * @example
 * const swap = create('#swap', {
 *   integrator: 'my-dapp',
 *   baseUrl: 'https://api.example.com/router',
 *   tokensUrl: 'https://api.example.com/tokens',
 *   exchangeRatesUrl: 'https://api.example.com/rates',
 *   chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example.com'] }],
 * })
 * swap.on('routeExecutionCompleted', (route) => console.log(route.id))
 * await swap.ready
 */
export function create(
  target: Element | string,
  config: WidgetConfig,
  options: IsolationOptions = {},
): SwapHandle {
  return typeof document === 'undefined' ? NOOP_HANDLE : createInPage(target, config, options)
}

const NOOP_HANDLE: SwapHandle = {
  ready: Promise.resolve(),
  update() {},
  async setFields() {},
  open() {},
  close() {},
  on: () => () => {},
  off() {},
  onAny: () => () => {},
  destroy() {},
}
