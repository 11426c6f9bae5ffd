// Runs in the page: shows what `status.json` beside it says, again and again.
const EVERY_MS = 5000
const EVERY_MS_UNSEEN = 30_000
const ANSWER_WITHIN_MS = 4000

const byId = (id) => document.getElementById(id)

/** Texts are set, never parsed: names of modules come from a file. */
function make(tag, { text, className, ...attributes } = {}, children = []) {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const wholeNumber = (value) => Number(value).toLocaleString('en')

function duration(seconds) {
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]
  const [name, size] = units.find(([, size]) => seconds >= size) ?? ['s', 1]
  return `${Math.floor(seconds / size)} ${name}`
}

function facts(entries) {
  return make(
    'dl',
    {},
    entries.map(([name, value, isBad]) =>
      make('div', {}, [
        make('dt', { text: name }),
        make('dd', { text: value, className: isBad ? 'bad' : '' }),
      ]),
    ),
  )
}

function discoveryInWords({ stage, block, toBlock, blocksPerSecond, secondsLeft, pools, toPools }) {
  const left = secondsLeft ? `, ${duration(secondsLeft)} left` : ''
  if (pools !== undefined) return `${stage} pools, ${wholeNumber(pools)} of ${wholeNumber(toPools)}${left}`
  const which = stage === 'recent' ? 'recent blocks, ' : ''
  return `${which}block ${wholeNumber(block)} of ${wholeNumber(toBlock)}, ${wholeNumber(blocksPerSecond)}/s${left}`
}

/** What was asked of each node, what may be, and how often that was too much. */
function nodeFacts(nodes) {
  return nodes.flatMap(({ callsToday, callsPerDay, callsPerSecond, overBudget, isSpent }, i) => {
    const ofDay = callsPerDay === null ? '' : ` of ${wholeNumber(callsPerDay)}`
    const ofSecond = callsPerSecond === null ? '' : `, at most ${wholeNumber(callsPerSecond)}/s`
    const hasBudget = callsPerDay !== null || callsPerSecond !== null
    return [
      [`Node ${i + 1} today`, `${wholeNumber(callsToday)}${ofDay} calls${ofSecond}`, isSpent],
      ...(hasBudget
        ? [[`Node ${i + 1} over budget`, `${wholeNumber(overBudget)} calls since the start`]]
        : []),
    ]
  })
}

function chainCard(chain) {
  const {
    chainID,
    networkID,
    blockNumber,
    headAgeSeconds,
    isStale,
    pools,
    tokens,
    modules,
    discovery,
    nodes,
  } = chain
  return make('article', { className: 'panel' }, [
    make('div', { className: 'head' }, [
      make('h3', { text: chainID }, [make('small', { text: `network ${networkID}` })]),
      make('span', { text: isStale ? 'stale' : 'live', className: isStale ? 'state' : 'state up' }),
    ]),
    facts([
      ['Block', blockNumber === null ? '–' : wholeNumber(blockNumber)],
      ['Head age', headAgeSeconds === null ? '–' : `${headAgeSeconds.toFixed(1)} s`, isStale],
      ...(discovery ? [['Discovery', discoveryInWords(discovery)]] : []),
      ...nodeFacts(nodes),
      ['Pools', wholeNumber(pools)],
      ['Tokens', wholeNumber(tokens)],
    ]),
    make(
      'ul',
      { 'aria-label': 'Modules and their pools' },
      modules.map(({ name, pools }) =>
        make('li', { text: name, className: pools === 0 ? 'none' : '' }, [make('b', { text: `${pools}` })]),
      ),
    ),
  ])
}

const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
const upTo = (place, buckets) =>
  place < buckets.length ? `≤ ${wholeNumber(buckets[place])} ms` : `> ${wholeNumber(buckets.at(-1))} ms`

/** The time within which so many were answered, as far as the buckets tell. */
function quantile({ requests, durations }, buckets, part) {
  let passed = 0
  const place = durations.findIndex((count) => {
    passed += count
    return passed >= requests * part
  })
  return upTo(place, buckets)
}

function bars(route, buckets) {
  const most = Math.max(...route.durations, 1)
  const label = `Median ${quantile(route, buckets, 0.5)}, p99 ${quantile(route, buckets, 0.99)}`
  return make(
    'div',
    { className: 'bars', role: 'img', 'aria-label': label },
    route.durations.map((count, place) => {
      const bar = make('i', {
        className: count === 0 ? 'none' : '',
        title: `${upTo(place, buckets)}: ${wholeNumber(count)}`,
      })
      bar.style.height = `${Math.max((100 * count) / most, 4)}%`
      return bar
    }),
  )
}

function routeRow(route, buckets) {
  const number = (label, text, isBad) =>
    make('td', { text, 'data-label': label, className: isBad ? 'number bad' : 'number' })
  const { requests, serverErrors, clientErrors, limited } = route
  return make('tr', {}, [
    make('th', { scope: 'row', text: route.route }),
    number('Requests', wholeNumber(requests)),
    number('5xx', share(serverErrors, requests), serverErrors > 0),
    number('4xx', share(clientErrors, requests)),
    number('Limited', wholeNumber(limited)),
    number('Median', quantile(route, buckets, 0.5)),
    number('p99', quantile(route, buckets, 0.99)),
    make('td', { className: 'bar' }, [bars(route, buckets)]),
  ])
}

/** Of the interfaces: who looks at this page, or asks whether we are well, is no caller of theirs. */
function allRequests(everyRoute, buckets) {
  const routes = everyRoute.filter(({ route }) => !route.startsWith('service '))
  const sum = (pick) => routes.reduce((total, route) => total + pick(route), 0)
  const requests = sum((route) => route.requests)
  const durations = [...buckets, Number.POSITIVE_INFINITY].map((_, place) =>
    sum((route) => route.durations[place] ?? 0),
  )
  const errors = sum((route) => route.serverErrors)
  const all = { requests, durations }
  return facts([
    ['Requests', wholeNumber(requests)],
    ['5xx', share(errors, requests), errors > 0],
    [
      '4xx',
      share(
        sum((route) => route.clientErrors),
        requests,
      ),
    ],
    ['Limited', wholeNumber(sum((route) => route.limited))],
    ['Median', requests === 0 ? '–' : quantile(all, buckets, 0.5)],
    ['p99', requests === 0 ? '–' : quantile(all, buckets, 0.99)],
  ])
}

function show({ status, problems, uptimeSeconds, memoryBytes, chains, requests }) {
  setStatus(status)
  const memory = `${wholeNumber(Math.round(memoryBytes / 1e6))} MB`
  byId('about').textContent =
    `Up for ${duration(uptimeSeconds)} · ${memory} · as of ${new Date().toLocaleTimeString()}`
  setProblems(problems.join(' · '))
  byId('chains').replaceChildren(...chains.map(chainCard))
  const { routes, bucketsMs, atLeastSeconds } = requests
  byId('span').textContent = `the last ${duration(atLeastSeconds)} at least`
  byId('total').replaceChildren(allRequests(routes, bucketsMs))
  byId('requests').replaceChildren(...routes.map((route) => routeRow(route, bucketsMs)))
}

function setStatus(status) {
  const element = byId('status')
  // Read aloud when it changes, not every five seconds.
  if (element.textContent !== status) element.textContent = status
  element.className = status === 'up' ? 'state up' : 'state'
  document.title = `${status} · Sluice service`
}

function setProblems(text) {
  const element = byId('when')
  if (element.textContent !== text) element.textContent = text
}

async function refresh() {
  try {
    const response = await fetch('status.json', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    show(await response.json())
  } catch (error) {
    setStatus('out of reach')
    byId('when').textContent =
      `The service does not answer (${error.message}). Shown below is what was last heard.`
  }
  setTimeout(refresh, document.hidden ? EVERY_MS_UNSEEN : EVERY_MS)
}

refresh()
