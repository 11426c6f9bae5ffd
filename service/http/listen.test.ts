import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sleep } from '../../wire/lib/sleep.ts'
import { createTestApp } from '../testing/test-app.ts'
import { listen } from './listen.ts'

const variable = 'SLUICE_SERVICE_PORT'

it('serves on a port of its own and stops', async () => {
  const server = await listen({ port: 0, variable, handle: async (_, peer) => new Response(peer) })
  const answer = await fetch(`http://localhost:${server.port}/`)
  expect(await answer.text()).toMatch(/127\.0\.0\.1|::1/)
  await server.close()
  await expect(fetch(`http://localhost:${server.port}/`)).rejects.toThrow()
})

it('names a port that is taken and what moves it', async () => {
  const handle = async () => new Response()
  const server = await listen({ port: 0, variable, handle })
  await expect(listen({ port: server.port, variable, handle })).rejects.toThrow(
    `Port ${server.port} is taken. Stop what listens there, or set SLUICE_SERVICE_PORT to another port.`,
  )
  await server.close()
})

it('lets what is under way finish, and takes nothing new, when it closes', async () => {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const server = await listen({
    port: 0,
    variable: 'X',
    async handle() {
      begin()
      await sleep(300)
      return new Response('done')
    },
  })
  const answer = fetch(`http://localhost:${server.port}`).then((response) => response.text())
  await begun
  const closed = server.close()
  await expect(fetch(`http://localhost:${server.port}`)).rejects.toThrow()
  expect(await answer).toBe('done')
  await closed
})

it('answers a caller who announces ten megabytes before they come', async () => {
  const { app } = createTestApp()
  const server = await listen({ port: 0, variable, handle: (request) => app.fetch(request) })
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, 'localhost', () => {
      socket.write(
        'POST /tokens/graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{"query":"',
      )
    })
    socket.on('data', (chunk) => {
      socket.destroy()
      resolve(String(chunk))
    })
    socket.on('error', (error) => resolve(String(error)))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  await server.close()
})

it('cuts off a caller whose headers never end', async () => {
  const server = await listen({ port: 0, variable, handle: async () => new Response() })
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, 'localhost', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 431/)
  await server.close()
})

it.each([
  ['headers come drop by drop', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n'],
  ['body comes drop by drop', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', ' '],
])('cuts off a caller whose %s, soon after its time is up', async (_, start, drop) => {
  const server = await listen({
    port: 0,
    variable,
    handle: async (request) => new Response(await request.text()),
    timeouts: { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 },
  })
  const socket = connect(server.port, '127.0.0.1', () => socket.write(start))
  const dripping = setInterval(() => socket.write(drop), 20)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  // Left to itself, Node looks at its connections twice a minute.
  const ended = await Promise.race([closed.then(() => 'cut off'), sleep(15_000).then(() => 'still there')])
  clearInterval(dripping)
  socket.destroy()
  await server.close()
  expect(ended).toBe('cut off')
  // A drop that crosses the answer resets the connection, and the answer is lost.
  expect(text).toMatch(/^(HTTP\/1\.1 408 |$)/)
})
