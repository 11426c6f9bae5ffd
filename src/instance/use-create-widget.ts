import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { needsRebuild } from '../config/config-changes.ts'
import { resolveUpdate } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { asSluiceError, type SluiceError } from '../errors/sluice-error.ts'
import { loadLanguage } from '../i18n/load-language.ts'
import { report } from '../lib/report.ts'
import type { FormState } from '../store/types.ts'
import { createWidget, type WidgetSurroundings } from './create-widget.ts'
import { enteredForm } from './entered-form.ts'
import { isBusy, watchBusy } from './is-busy.ts'
import type { Widget } from './types.ts'

/**
 * The widget of the embedding component: created on the first render, updated with the config,
 * unmounted with the component. When a `rebuild` field (`howItChanges`) changes, a new widget is
 * created as soon as no swap is in progress and no outcome is shown, and keeps the entered fields
 * (`enteredForm`). `onError` is called if the new config cannot start a widget.
 * Throws `CONFIG_INVALID` while rendering for the first time.
 */
export function useCreateWidget(
  config: WidgetConfig,
  { wagmiConfig, queryClient, resolved: given }: WidgetSurroundings = {},
  onError: (error: SluiceError) => void = report,
): Widget {
  const resolved = useMemo(() => given ?? resolveUpdate(config), [given, config])
  const tell = useRef(onError)
  useEffect(() => {
    tell.current = onError
  })
  const [made, setMade] = useState(() => make())
  const isMadeBusy = useIsBusy(made.widget)
  const isOutdated =
    made.wagmiConfig !== wagmiConfig ||
    made.queryClient !== queryClient ||
    needsRebuild(made.widget.config.getState(), resolved)
  const isDue = isOutdated && !isMadeBusy
  let failure: SluiceError | undefined
  const current = (isDue && remake()) || made
  if (current !== made) setMade(current)
  const { widget } = current

  useEffect(() => widget.mount(), [widget])
  useEffect(() => widget.update(config, resolved), [widget, config, resolved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates a new error
  useEffect(() => {
    if (failure) tell.current(failure)
  }, [failure?.message])
  return widget

  /**
   * Keeps the running widget if the config can no longer start one: rules may have been added since
   * the form was filled.
   */
  function remake() {
    try {
      const next = make(enteredForm(made.widget, resolved))
      next.widget.dialog.setState(made.widget.dialog.getState())
      return next
    } catch (error) {
      failure = asSluiceError(error)
      return undefined
    }
  }

  function make(form?: FormState) {
    return {
      widget: createWidget(config, {
        wagmiConfig,
        queryClient,
        resolved,
        loadLanguage,
        form,
        onError: (error) => tell.current(error),
      }),
      wagmiConfig,
      queryClient,
    }
  }
}

/** True while a widget is busy: see `isBusy`. */
export function useIsBusy(widget: Widget): boolean {
  const subscribe = useCallback((listener: () => void) => watchBusy(widget, listener), [widget])
  return useSyncExternalStore(
    subscribe,
    () => isBusy(widget),
    () => false,
  )
}
