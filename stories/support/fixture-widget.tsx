import { WidgetView } from '../../src/widget/widget-view.tsx'
import { FixtureContext, type FixtureContextProps } from './fixture-context.tsx'

export type FixtureWidgetProps = Omit<FixtureContextProps, 'children'>

/** A whole widget with fixtures for its external dependencies. */
export function FixtureWidget(props: FixtureWidgetProps) {
  return (
    <FixtureContext {...props}>
      <WidgetView />
    </FixtureContext>
  )
}
