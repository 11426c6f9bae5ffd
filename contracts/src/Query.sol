// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Asks a trusted contract for a number.
library Query {
    /// @param argument that functions without one do not read
    function ask(address target, bytes4 selector, uint256 argument) internal view returns (uint256 answer) {
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, argument)
            let ok := staticcall(gas(), target, 0, 36, 0, 32)
            if iszero(and(ok, gt(returndatasize(), 31))) { revert(0, 0) }
            answer := mload(0)
        }
    }
}
