import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { modulesQuery } from '../../queries/modules-query.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'

/** The liquidity modules that routes may use. Undefined if the host leaves no choice. */
export function useModulesSetting(): Setting | undefined {
  const { t } = useTranslation()
  const widget = useWidget()
  const { routing, chains } = useConfig()
  const disabled = useSettings((state) => state.modulesDisabled)
  const id = useId()
  const query = useQuery(modulesQuery(widget, { chains: chains.map(({ name }) => name) }), widget.queryClient)
  // Disabled modules stay in the list, so that users can enable them again.
  const all = [...new Set([...(query.data ?? []), ...disabled])].sort()
  const offered = all.filter(
    (module) => !hasId(routing.modulesDisabled, module) && isInFilter(routing.modulesFilter, module),
  )
  const on = offered.filter((module) => !disabled.includes(module))
  if (query.error && offered.length === 0) {
    return {
      title: t('settings.modules'),
      value: t('price.unknown'),
      control: (
        <ErrorNotice
          error={query.error}
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              {t('action.tryAgain')}
            </Button>
          }
        />
      ),
    }
  }
  if (offered.length < 2) return undefined

  const toggle = (module: string, isOn: boolean) =>
    widget.settings.setState(({ modulesDisabled }) => ({
      modulesDisabled: isOn
        ? modulesDisabled.filter((other) => other !== module)
        : [...modulesDisabled, module],
    }))

  return {
    title: t('settings.modules'),
    value: t('settings.modulesOn', { on: on.length, count: offered.length }),
    isChanged: on.length < offered.length,
    control: (
      <div>
        <p className={styles.help}>{t('settings.modulesHelp')}</p>
        {offered.map((module) => {
          const isOn = on.includes(module)
          const isLast = isOn && on.length === 1
          return (
            <label key={module} className={styles.module} data-inactive={isLast || undefined}>
              <span>{moduleLabel(module)}</span>
              <input
                type="checkbox"
                role="switch"
                aria-checked={isOn}
                aria-disabled={isLast || undefined}
                aria-describedby={isLast ? `${id}last` : undefined}
                className={styles.box}
                checked={isOn}
                onChange={() => !isLast && toggle(module, !isOn)}
              />
            </label>
          )
        })}
        {on.length === 1 && (
          <p id={`${id}last`} className={styles.help}>
            {t('settings.modulesLast')}
          </p>
        )}
      </div>
    ),
  }
}

/** `uniswap_v3` and `uniswap-v3` name the same module. */
function hasId(ids: readonly string[] | undefined, id: string): boolean {
  const same = (one: string) => one.replaceAll('_', '-') === id.replaceAll('_', '-')
  return ids?.some(same) ?? false
}

/** An empty filter allows all modules. */
function isInFilter(filter: readonly string[] | undefined, id: string): boolean {
  return !filter || filter.length === 0 || hasId(filter, id)
}

/** Derives a name from the id of a liquidity module: "uniswap-v3" becomes "Uniswap V3". */
function moduleLabel(id: string): string {
  return id
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
