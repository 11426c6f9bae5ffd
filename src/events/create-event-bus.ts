import mitt from 'mitt'
import { report } from '../lib/report.ts'
import type { EventBus, EventHandler, EventName, WidgetEvents } from './types.ts'

type AnyHandler = (name: EventName, payload: WidgetEvents[EventName]) => void

/** The host's `EventBus` with the methods only the instance may call. */
export interface OwnedEventBus extends EventBus {
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  clear(): void
}

/**
 * One bus per widget. A listener that throws affects neither the widget nor other listeners: its error is reported as
 * uncaught, like one thrown by a DOM listener.
 */
export function createEventBus(): OwnedEventBus {
  const emitter = mitt<Record<EventName, never>>()
  // One guarded wrapper per event name and handler, since the same handler may listen to several events.
  const guarded = new Map<EventName, Map<EventHandler<never>, EventHandler<never>>>()

  function on<Name extends EventName>(name: Name, handler: EventHandler<Name>): () => void
  function on(name: '*', handler: AnyHandler): () => void
  function on(name: EventName | '*', handler: EventHandler<never> | AnyHandler): () => void {
    if (name === '*') {
      const wrapper: AnyHandler = (...args) => guard(() => (handler as AnyHandler)(...args))
      emitter.on('*', wrapper)
      return () => emitter.off('*', wrapper)
    }
    return listen(name, handler as EventHandler<never>)
  }

  function listen(name: EventName, handler: EventHandler<never>): () => void {
    off(name, handler)
    const wrapper: EventHandler<never> = (payload) => guard(() => handler(payload))
    const wrappers = guarded.get(name) ?? new Map()
    guarded.set(name, wrappers.set(handler, wrapper))
    emitter.on(name, wrapper)
    return () => {
      if (guarded.get(name)?.get(handler) === wrapper) off(name, handler)
    }
  }

  function off(name: EventName, handler: EventHandler<never>): void {
    const wrapper = guarded.get(name)?.get(handler)
    if (!wrapper) return
    guarded.get(name)?.delete(handler)
    emitter.off(name, wrapper)
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
