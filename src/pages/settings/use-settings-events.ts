import { useEffect } from 'react'
import { useWidget } from '../../hooks/use-widget.ts'
import type { SettingsState } from '../../store/types.ts'

const NAMES = [
  'slippageBps',
  'isSlippageAuto',
  'deadlineSeconds',
  'modulesDisabled',
  'hidesSmallBalances',
  'theme',
  'language',
  'pauseBeforeSigning',
  'unlimitedApprovals',
] as const satisfies (keyof SettingsState)[]

/** Emits an event for each setting that the user changes on the settings page. */
export function useSettingsEvents(): void {
  const { settings, emit } = useWidget()
  useEffect(
    () =>
      settings.subscribe((now, before) => {
        if (now.notByUser !== before.notByUser) return
        for (const setting of NAMES) {
          // A replaced list may have the same entries.
          if (JSON.stringify(now[setting]) === JSON.stringify(before[setting])) continue
          emit('settingUpdated', {
            setting,
            newValue: now[setting] ?? null,
            oldValue: before[setting] ?? null,
            newSettings: getValues(now),
            oldSettings: getValues(before),
          })
        }
      }),
    [settings, emit],
  )
}

function getValues(settings: SettingsState): Record<string, unknown> {
  return Object.fromEntries(NAMES.map((name) => [name, settings[name] ?? null]))
}
