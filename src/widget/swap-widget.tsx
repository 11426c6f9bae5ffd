import { type PropsWithChildren, useRef } from 'react'
import { Notice } from '../components/notice.tsx'
import { SERVER_LOCALE } from '../config/field-checks.ts'
import type { WidgetConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { useSurroundings } from '../hooks/use-surroundings.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import { ownFields } from '../lib/own-fields.ts'
import { sameFields } from '../lib/same-fields.ts'
import '../theme/light-dom.css'
import { Isolated } from './isolated.tsx'
import { useUsableConfig } from './use-usable-config.ts'
import styles from './widget-frame.module.css'
import { type OnReady, WidgetRoot } from './widget-root.tsx'

;('use client')

/**
 * The props of `SwapWidget`: a config, the isolation, and callbacks for the host.
 *
 * @example
 * const props: SwapWidgetProps = {
 *   ...config,
 *   isolation: 'shadow',
 *   onReady: ({ events }) => events.on('routeExecutionCompleted', (route) => console.log(route.id)),
 *   onError: (error) => console.error(error.code, error.details),
 * }
 */
export interface SwapWidgetProps extends WidgetConfig {
  /**
   * `shadow` renders the widget in a shadow root with its own styles, out of reach of the page's
   * rules. `style.css` is then not needed, and a server renders an empty element. Default `none`:
   * in the page's own tree.
   */
  isolation?: 'none' | 'shadow'

  /** Called once the widget is mounted, with its events. May return a cleanup function. */
  onReady?: OnReady
  /**
   * Called with `CONFIG_INVALID` once per invalid config, with `LOAD_FAILED`, or `NETWORK_LOST`
   * while the browser is offline, if code could not be loaded, and with `UNKNOWN` and a `supportId`
   * for an exception in the widget's own code. Without this callback, `CONFIG_INVALID` is reported
   * as an uncaught error.
   */
  onError?: (error: SluiceError) => void
}

/**
 * The swap widget. Uses the wagmi config and the query client of the surrounding providers if there
 * are any, otherwise its own. It never changes the host's.
 *
 * An invalid config is reported to `onError` as `CONFIG_INVALID` with the path and the value
 * received. A notice replaces the widget; a running widget keeps its last valid config.
 *
 * @example
 * import { SwapWidget } from '@sluice/widget'
 * import '@sluice/widget/style.css'
 *
 * const chains = [
 *   {
 *     id: 1,
 *     name: 'ethereum',
 *     rpcUrls: ['https://rpc.example.com'],
 *     routerAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
 *   },
 * ]
 *
 * export function Swap() {
 *   return (
 *     <SwapWidget
 *       integrator="my-dapp"
 *       baseUrl="https://api.example.com/router"
 *       tokensUrl="https://api.example.com/tokens"
 *       exchangeRatesUrl="https://api.example.com/rates"
 *       chains={chains}
 *     />
 *   )
 * }
 */
export function SwapWidget(props: SwapWidgetProps) {
  // Island frameworks pass `children` to every component.
  const {
    onReady,
    onError,
    isolation,
    children: _none,
    ...rest
  } = ownFields<PropsWithChildren<SwapWidgetProps>>(props)
  // A rest object has a prototype again.
  const config = ownFields<WidgetConfig>(rest)
  const surroundings = useSurroundings()
  const usable = useUsableConfig(useSameConfig(config), onError)
  const shown = usable ? (
    <WidgetRoot
      config={usable.config}
      surroundings={{ ...surroundings, resolved: usable.resolved }}
      onReady={onReady}
      onError={onError}
    />
  ) : (
    <Misconfigured />
  )
  if (isolation !== 'shadow') return shown
  const { mode = 'inline' } = config
  return (
    <Isolated isInline={mode === 'inline'} onError={onError}>
      {shown}
    </Isolated>
  )
}

/**
 * Returns the previous config while no field differs, because a host may render with an equal
 * config.
 */
function useSameConfig(config: WidgetConfig): WidgetConfig {
  const last = useRef(config)
  if (!sameFields(last.current, config)) last.current = config
  return last.current
}

/**
 * Replaces a widget with an invalid config. The details are reported to the integrator, not shown
 * to the user.
 */
function Misconfigured() {
  const { t } = createTranslation(SERVER_LOCALE)
  return (
    <div data-sluice-root="" lang={SERVER_LOCALE}>
      <div className={styles.surface}>
        <Notice tone="negative" title={t('error.CONFIG_INVALID')}>
          {t('error.CONFIG_INVALID.help')}
        </Notice>
      </div>
    </div>
  )
}
