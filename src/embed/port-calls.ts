import { ownFields } from '../lib/own-fields.ts'

/** Calls of one side of a `MessagePort` to the other. */
export interface PortCalls {
  /** Calls a handler of the other side. Rejects with its error and the error's own fields. */
  call(name: string, value?: unknown): Promise<unknown>
  /** Calls a handler without a response. */
  tell(name: string, value?: unknown): void
  /** Rejects pending calls. */
  close(): void
}

/** The functions that the other side may call. */
export type PortHandlers = Readonly<Record<string, (value: unknown) => unknown>>

interface Message {
  /** Absent if no response is wanted. */
  id?: number
  name?: string
  value?: unknown
  error?: CarriedError
}

export interface CarriedError {
  name: string
  message: string
  code?: unknown
  details?: unknown
  data?: unknown
  supportId?: unknown
}

/** Lets both sides of a port call handlers of each other. Ignores other messages. */
export function createPortCalls(port: MessagePort, handlers: PortHandlers): PortCalls {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  let lastId = 0

  async function answer({ id, name = '', value }: Message): Promise<void> {
    // Only own handlers, never a property of the prototype.
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handler && id === undefined) return
    try {
      if (!handler) throw new Error(`No handler "${name}" on this side of the port`)
      const result = await handler(value)
      if (id !== undefined) port.postMessage({ id, value: result })
    } catch (error) {
      if (id !== undefined) port.postMessage({ id, error: carryError(error) })
      else reportError(error)
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    const message: Message = ownFields(data)
    if (typeof message.name === 'string') return void answer(message)
    const { id = 0, value, error } = message
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(restoreError(error))
    else call?.resolve(value)
  }

  return {
    call(name, value) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        port.postMessage({ id, name, value })
      })
    },
    tell: (name, value) => port.postMessage({ name, value }),
    close() {
      port.onmessage = null
      port.close()
      for (const { reject } of waiting.values()) reject(new Error('The port was closed'))
      waiting.clear()
    },
  }
}

/** A serializable copy of an error. Fields that cannot be cloned are dropped. */
export function carryError(error: unknown): CarriedError {
  const { name = 'Error', message = String(error), code, details, data, supportId } = Object(error)
  return { name: String(name), message: String(message), ...cloneable({ code, details, data, supportId }) }
}

function cloneable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      try {
        return value !== undefined && structuredClone(value) !== undefined
      } catch {
        return false
      }
    }),
  )
}

export function restoreError(carried: CarriedError): Error {
  const { name, message, ...fields } = ownFields(carried)
  return Object.assign(new Error(String(message)), { name: String(name) }, fields)
}
