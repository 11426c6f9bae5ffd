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
import { ERROR_CODES } from '../errors/codes.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import type { ShadowRootProps } from './shadow-root.tsx'

export interface IsolatedProps {
  /** True if the children are rendered in place, so that their space is reserved. Default false. */
  isInline?: boolean
  /**
   * Called with `LOAD_FAILED`, or `NETWORK_LOST` while the browser is offline, each time the shadow
   * root cannot be loaded.
   */
  onError?: ((error: SluiceError) => void) | undefined
  load?: () => Promise<{ ShadowRootOf: ComponentType<ShadowRootProps> }>
  children: ReactNode
}

/** The height of the widget on a device with a mouse. */
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

/**
 * Renders its children in a shadow root once that is loaded. Before that, and on a server, it only
 * reserves their space.
 */
export function Isolated({ isInline = false, onError, load = loadShadowRoot, children }: IsolatedProps) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [Shadow, setShadow] = useState<ComponentType<ShadowRootProps>>()
  const [failure, setFailure] = useState<SluiceError>()
  const [isShown, setIsShown] = useState(false)
  const latest = useRef(onError)
  latest.current = onError
  const begin = useCallback(() => {
    load().then(
      ({ ShadowRootOf }) => {
        setFailure(undefined)
        setShadow(() => ShadowRootOf)
      },
      (cause) => {
        const error = toLoadError(cause)
        setFailure(error)
        latest.current?.(error)
      },
    )
  }, [load])
  useEffect(begin, [begin])
  const onShown = useCallback(() => setIsShown(true), [])
  const keepsPlace = isInline && !isShown
  const style = failure ? FAILED : keepsPlace && host ? PLACE : undefined
  return (
    <>
      <div ref={setHost} data-sluice-host="" style={style}>
        {keepsPlace && !host && <Place />}
        {failure && <Failed error={failure} retry={begin} />}
      </div>
      {Shadow && host && (
        <Shadow host={host} onShown={onShown}>
          {children}
        </Shadow>
      )}
    </>
  )
}

/**
 * Reserves the space in server-rendered HTML with an attribute that a strict content security
 * policy allows, unlike style.
 */
function Place() {
  return <svg width="100%" height={PLACE_PX} display="block" aria-hidden="true" />
}

/** Rendered in the page's own tree and font, because the styles could not be loaded either. */
function Failed({ error: { code, supportId }, retry }: { error: SluiceError; retry: () => void }) {
  const { t } = createTranslation(SERVER_LOCALE)
  return (
    <>
      <div role="alert" lang={SERVER_LOCALE}>
        {`${t('widget.broken.title')}. ${t(`error.${code}.help`)}`}
      </div>
      {supportId && <code>{supportId}</code>}
      {ERROR_CODES[code].group === 'retry' && (
        <button
          type="button"
          lang={SERVER_LOCALE}
          style={{ font: 'inherit', minBlockSize: 44, paddingInline: 20 }}
          onClick={retry}
        >
          {t('action.tryAgain')}
        </button>
      )}
    </>
  )
}
