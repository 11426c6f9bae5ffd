import { Component, Fragment, type ReactNode } from 'react'
import { SluiceError } from '../errors/sluice-error.ts'

export interface WidgetBoundaryProps {
  /** Rendered after an error. `restart` renders the children again. */
  fallback: (cause: unknown, restart: () => void) => ReactNode
  children: ReactNode
}

interface WidgetBoundaryState {
  broken?: { cause: unknown } | undefined
  restarts: number
}

/**
 * An error boundary around the page. `CONFIG_INVALID` is rethrown to the host. The first DOM error
 * of a page, which page translators cause, mounts the children again without a notice. The stores
 * keep the user's input.
 */
export class WidgetBoundary extends Component<WidgetBoundaryProps, WidgetBoundaryState> {
  override state: WidgetBoundaryState = { restarts: 0 }

  static getDerivedStateFromError(cause: unknown): Partial<WidgetBoundaryState> {
    if (cause instanceof SluiceError && cause.code === 'CONFIG_INVALID') throw cause
    return { broken: { cause } }
  }

  override componentDidCatch(cause: unknown) {
    if (!this.state.restarts && /^(NotFound|Hierarchy)/.test(Object(cause).name)) this.restart()
  }

  restart = () => this.setState(({ restarts }) => ({ broken: undefined, restarts: restarts + 1 }))

  override render() {
    const { broken, restarts } = this.state
    if (broken) return this.props.fallback(broken.cause, this.restart)
    return <Fragment key={restarts}>{this.props.children}</Fragment>
  }
}
