import mitt from 'mitt'
import { report } from '../lib/report.ts'
import type { EventBus, EventHandler, EventName, WidgetEvents } from './types.ts'

type AnyHandler = (name: EventName, payload: WidgetEvents[EventName]) => void

/** The bus the host listens on, and the side only the instance can emit on. */
export interface OwnedEventBus extends EventBus {
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  clear(): void
}

/**
 * One bus per widget. A listener that throws disturbs neither the widget nor the other listeners: its error
 * reaches the page's `error` event, as one thrown from a DOM listener would.
 */
export function createEventBus(): OwnedEventBus {
  const emitter = mitt<Record<EventName, never>>()
  // The same handler may listen to several names: each registration has its guarded double.
  const guarded = new Map<EventName, Map<EventHandler<never>, EventHandler<never>>>()

  function on<Name extends EventName>(name: Name, handler: EventHandler<Name>): () => void
  function on(name: '*', handler: AnyHandler): () => void
  function on(name: EventName | '*', handler: EventHandler<never> | AnyHandler): () => void {
    if (name === '*') {
      const double: AnyHandler = (...args) => guard(() => (handler as AnyHandler)(...args))
      emitter.on('*', double)
      return () => emitter.off('*', double)
    }
    return listen(name, handler as EventHandler<never>)
  }

  function listen(name: EventName, handler: EventHandler<never>): () => void {
    off(name, handler)
    const double: EventHandler<never> = (payload) => guard(() => handler(payload))
    const doubles = guarded.get(name) ?? new Map()
    guarded.set(name, doubles.set(handler, double))
    emitter.on(name, double)
    return () => {
      if (guarded.get(name)?.get(handler) === double) off(name, handler)
    }
  }

  function off(name: EventName, handler: EventHandler<never>): void {
    const double = guarded.get(name)?.get(handler)
    if (!double) return
    guarded.get(name)?.delete(handler)
    emitter.off(name, double)
  }

  return {
    on,
    off: (name, handler) => off(name, handler as EventHandler<never>),
    emit: (name, payload) => emitter.emit(name, payload as never),
    clear: () => {
      emitter.all.clear()
      guarded.clear()
    },
  }
}

function guard(run: () => void): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}
