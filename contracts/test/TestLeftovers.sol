// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";

/// Reads the possible leftovers of a trade in one call.
contract TestLeftovers {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @return amounts of each token by each holder: all of the first holder come first
    function held(address[] calldata tokens, address[] calldata holders)
        external
        view
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](tokens.length * holders.length);
        for (uint256 i; i < amounts.length; ++i) {
            (address token, address holder) = (tokens[i % tokens.length], holders[i / tokens.length]);
            amounts[i] = token == NATIVE ? holder.balance : IERC20(token).balanceOf(holder);
        }
    }

    /// @return amounts of each token to each spender: all to the first spender come first
    function allowed(address owner, address[] calldata tokens, address[] calldata spenders)
        external
        view
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](tokens.length * spenders.length);
        for (uint256 i; i < amounts.length; ++i) {
            amounts[i] = IERC20(tokens[i % tokens.length]).allowance(owner, spenders[i / tokens.length]);
        }
    }
}
