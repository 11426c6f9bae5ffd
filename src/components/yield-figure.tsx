import type { FigureView } from '../hooks/use-token-yield.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Skeleton } from './skeleton.tsx'

export interface YieldFigureProps {
  view: FigureView
  show: (value: number) => string
}

/** Shows a figure of the yield interface. An unknown figure is not shown as 0. */
export function YieldFigure({ view, show }: YieldFigureProps) {
  const { t } = useTranslation()
  switch (view.status) {
    case 'known':
      return <span>{show(view.value)}</span>
    case 'loading':
      return <Skeleton width="6ch" />
    case 'unknown':
      return <span>{t('price.unknown')}</span>
    case 'unavailable':
      return <span>{t('earn.unavailable')}</span>
  }
}
