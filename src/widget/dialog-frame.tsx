import {
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from '../components/button.tsx'
import { CLOSE } from '../components/close-icon.ts'
import { Icon } from '../components/icon.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { Spinner } from '../components/spinner.tsx'
import { isRunning } from '../execution/machine/is-running.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { useStore } from '../hooks/use-store.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWallet } from '../hooks/use-wallet.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { WidgetContext } from '../instance/context.tsx'
import { useIsBusy } from '../instance/use-create-widget.ts'
import { part } from '../theme/part.ts'
import { controlDialog, type ShownDialog } from './control-dialog.ts'
import styles from './dialog-frame.module.css'
import { useColorScheme } from './use-color-scheme.ts'
import { leavePage } from './use-keys.ts'
import { useThemeStyle } from './use-theme-style.ts'
import { WidgetFrame } from './widget-frame.tsx'
import { withAside } from './with-aside.ts'

/**
 * A widget in a modal dialog, with a launcher button in the mode `floating`. While closed, it
 * renders nothing of the widget and requests no prices. A running swap continues and is shown on
 * reopening.
 */
export function DialogFrame() {
  const widget = useWidget()
  const { direction, lang, t } = useTranslation()
  const { mode, themeTokens } = useConfig()
  const isOpen = useStore(widget.dialog, (state) => state.isOpen)
  const isBusy = useIsBusy(widget)
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const control = useRef<ShownDialog>(undefined)
  const style = useThemeStyle(layer, themeTokens)
  const scheme = useColorScheme(useSettings((settings) => settings.theme))
  const { close } = widget

  const [isConnecting, setIsConnecting] = useState(false)
  const isAside = useStepAside(isConnecting, () => setIsConnecting(false))
  const shown = useMemo(() => withAside(widget, () => setIsConnecting(true)), [widget])

  useLayoutEffect(() => {
    if (!isOpen || !dialog.current) return
    control.current ??= controlDialog(dialog.current)
    control.current.show({ isModal: !isAside })
  }, [isOpen, isAside])
  useLayoutEffect(() => {
    if (!isOpen) return
    widget.emit('dialogToggled', true)
    return () => {
      control.current?.hide()
      widget.emit('dialogToggled', false)
    }
  }, [isOpen, widget])

  /** The target of a click on the backdrop is the dialog itself; the widget is in its child. */
  const closeFromBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }

  return (
    <div
      ref={layer}
      className={styles.layer}
      data-sluice-root=""
      data-sluice-theme={scheme}
      lang={lang}
      dir={direction}
      style={style}
    >
      {mode === 'floating' && <Launcher isOpen={isOpen} onOpen={widget.open} />}
      <dialog
        ref={dialog}
        className={styles.dialog}
        {...part('dialog', isOpen ? 'open' : 'closed')}
        data-mode={mode}
        aria-label={t('swap.title')}
        onMouseDown={closeFromBackdrop}
        onPointerDown={() => setIsConnecting(false)}
        onCancel={(event) => {
          // Otherwise the browser closes the dialog before the `close` event, and the page stays
          // locked in between.
          event.preventDefault()
          // On a page that is still loading, Escape closes the dialog, because no element has the
          // focus.
          if (!leavePage(widget)) close()
        }}
        onClose={() => {
          if (!dialog.current?.open) close()
        }}
      >
        <div className={styles.body} {...part('dialog-body')}>
          {(isOpen || isBusy) && (
            <WidgetContext.Provider value={shown}>
              <WidgetFrame />
            </WidgetContext.Provider>
          )}
        </div>
        <IconButton icon={CLOSE} label={t('dialog.close')} className={styles.close} onClick={close} />
      </dialog>
    </div>
  )
}

/**
 * Returns true while the dialog makes space for a dialog of the host or of a wallet: from the click
 * on "Connect wallet" until a wallet is connected, or the user has returned.
 */
function useStepAside(isConnecting: boolean, onConnected: () => void): boolean {
  const { status } = useWallet().state
  const latest = useRef(onConnected)
  useEffect(() => {
    if (status === 'connected') latest.current()
  }, [status])
  return (isConnecting && status !== 'connected') || status === 'connecting'
}

function Launcher({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const { execution } = useWidget()
  const isUnderWay = useSyncExternalStore(
    execution.subscribe,
    () => isRunning(execution.getState()) || execution.isWatching(),
  )
  return (
    <Button
      variant="primary"
      className={styles.launcher}
      {...part('launcher', isOpen ? 'open' : 'closed')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      {isUnderWay ? <Spinner /> : <Icon name="flip" />}
      <span>{t(isUnderWay ? 'dialog.swapRunning' : 'swap.title')}</span>
    </Button>
  )
}
