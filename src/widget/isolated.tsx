import {
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { SERVER_LOCALE } from '../config/field-checks.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import { report } from '../lib/report.ts'
import type { ShadowRootProps } from './shadow-root.tsx'

export interface IsolatedProps {
  /** Whether the children are in their place: it is kept free until they are there. Default false. */
  isInline?: boolean
  /** Called with `NETWORK_LOST` each time the shadow root cannot be loaded. Default: the error is reported as uncaught. */
  onError?: ((error: SluiceError) => void) | undefined
  load?: () => Promise<{ ShadowRootOf: ComponentType<ShadowRootProps> }>
  children: ReactNode
}

/** That of the widget, where the pointer is a mouse. */
const PLACE_PX = 548
const PLACE: CSSProperties = { minBlockSize: PLACE_PX }
const FAILED: CSSProperties = {
  ...PLACE,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 16,
}

const loadShadowRoot = () => import('./shadow-root.tsx')

/** An element with its children in a shadow root, once that is loaded. On a server, and until then, it only keeps their place. */
export function Isolated({
  isInline = false,
  onError = report,
  load = loadShadowRoot,
  children,
}: IsolatedProps) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [Shadow, setShadow] = useState<ComponentType<ShadowRootProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const latest = useRef(onError)
  latest.current = onError
  const begin = useCallback(() => {
    load().then(
      ({ ShadowRootOf }) => {
        setHasFailed(false)
        setShadow(() => ShadowRootOf)
      },
      (cause) => {
        setHasFailed(true)
        latest.current(new SluiceError('NETWORK_LOST', { cause, details: 'the widget could not be loaded' }))
      },
    )
  }, [load])
  useEffect(begin, [begin])
  const onShown = useCallback(() => setIsShown(true), [])
  const keepsPlace = isInline && !isShown
  const style = hasFailed ? FAILED : keepsPlace && host ? PLACE : undefined
  return (
    <>
      <div ref={setHost} data-sluice-host="" style={style}>
        {keepsPlace && !host && <Place />}
        {hasFailed && <Failed retry={begin} />}
      </div>
      {Shadow && host && (
        <Shadow host={host} onShown={onShown}>
          {children}
        </Shadow>
      )}
    </>
  )
}

/** Keeps the place in the HTML of a server. A strict content security policy blocks style attributes there, but not these. */
function Place() {
  return <svg width="100%" height={PLACE_PX} display="block" aria-hidden="true" />
}

/** In the page's own tree and its font: the styles are among what did not arrive. */
function Failed({ retry }: { retry: () => void }) {
  const { t } = createTranslation(SERVER_LOCALE)
  return (
    <>
      <div role="alert" lang={SERVER_LOCALE}>
        {t('widget.broken.title')}. {t('error.NETWORK_LOST.help')}
      </div>
      <button
        type="button"
        lang={SERVER_LOCALE}
        style={{ font: 'inherit', minBlockSize: 44, paddingInline: 20 }}
        onClick={retry}
      >
        {t('action.tryAgain')}
      </button>
    </>
  )
}
