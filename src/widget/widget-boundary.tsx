import { Component, type ReactNode } from 'react'
import { SluiceError } from '../errors/sluice-error.ts'

export interface WidgetBoundaryProps {
  /** What is shown instead, given a way to start again. */
  fallback: (restart: () => void) => ReactNode
  children: ReactNode
}

interface WidgetBoundaryState {
  broken: boolean
}

/** Keeps a broken page inside the widget. A config that makes no sense is the host's to hear, and goes through. */
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
