import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()
const isPolling = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

// While a query is polled, its error is discarded, so printing the page for each would waste time.
// The error of a timeout prints the page.
configure({
  getElementError(message, container) {
    if (!isPolling()) return getElementError(message, container)
    return Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' })
  },
})
