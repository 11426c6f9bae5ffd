import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  SwapWidget,
  type SwapWidgetHandle,
  type SwapWidgetProps,
  type WidgetConfig,
} from '../../src/exports/index.ts'

/** Mounts the React component and returns the same handle as the other skins. */
export function create(
  place: Element,
  config: WidgetConfig,
  { isolation = 'none', isStrict = false }: Pick<SwapWidgetProps, 'isolation'> & { isStrict?: boolean } = {},
) {
  const root = createRoot(place)
  const Mode = isStrict ? StrictMode : Fragment
  let mount: (handle: SwapWidgetHandle) => void = () => {}
  const mounted = new Promise<SwapWidgetHandle>((resolve) => {
    mount = resolve
  })
  const render = (next: WidgetConfig) =>
    root.render(
      <Mode>
        <SwapWidget {...next} isolation={isolation} onReady={mount} />
      </Mode>,
    )
  render(config)
  return {
    onAny: async (listener: Parameters<SwapWidgetHandle['events']['onAny']>[0]) =>
      (await mounted).events.onAny(listener, { replay: true }),
    setFields: async (fields: Parameters<SwapWidgetHandle['setFields']>[0]) =>
      (await mounted).setFields(fields),
    open: async () => (await mounted).open(),
    update: render,
    destroy: () => root.unmount(),
  }
}
