// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Asks a trusted contract for numbers.
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

    /// @notice For a list of numbers.
    function list(address target, bytes4 selector) internal view returns (uint256[] memory all) {
        assembly ("memory-safe") {
            mstore(0, selector)
            let ok := staticcall(gas(), target, 0, 4, 0, 0)
            if iszero(and(ok, gt(returndatasize(), 63))) { revert(0, 0) }
            let at := mload(64)
            returndatacopy(at, 0, returndatasize())
            mstore(64, add(at, returndatasize()))
            // Behind the offset, which tells that it comes next.
            all := add(at, 32)
        }
    }
}
