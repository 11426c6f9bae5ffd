import { Component, type ReactNode } from 'react'
import { SluiceError } from '../errors/sluice-error.ts'

export interface WidgetBoundaryProps {
  /** Rendered after an error. `restart` renders the children again. */
  fallback: (restart: () => void) => ReactNode
  children: ReactNode
}

interface WidgetBoundaryState {
  broken: boolean
}

/** An error boundary around the page. `CONFIG_INVALID` is rethrown to the host. */
export class WidgetBoundary extends Component<WidgetBoundaryProps, WidgetBoundaryState> {
  override state: WidgetBoundaryState = { broken: false }

  static getDerivedStateFromError(error: unknown): WidgetBoundaryState {
    if (error instanceof SluiceError && error.code === 'CONFIG_INVALID') throw error
    return { broken: true }
  }

  restart = () => this.setState({ broken: false })

  override render() {
    return this.state.broken ? this.props.fallback(this.restart) : this.props.children
  }
}
