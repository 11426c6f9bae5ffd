// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IWstEth} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {WSTETH_WRAP} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Wraps stETH in a trusted wstETH, and unwraps it.
/// @dev Ignores return values. The wrapper can take what the step sells and no more; its payment is
/// measured. stETH moves whole shares, rounded down, and rounds balances down too, so moving a
/// balance leaves a share behind. One unit more moves all shares and no more, while a share is
/// worth more than a unit.
library WstEth {
    /// @param amount to unwrap, or one unit more than the amount to wrap
    function convert(address wrapper, IExecutor.Step calldata step, uint256 amount, address payee) internal {
        bool isWrap = step.kind == WSTETH_WRAP;
        bytes4 selector = isWrap ? IWstEth.wrap.selector : IWstEth.unwrap.selector;
        bytes memory data = abi.encodeWithSelector(selector, amount);
        uint256 bought = Tokens.exchange(step, wrapper, isWrap ? amount : 0, data);
        if (payee != address(this)) Tokens.pay(step.tokenOut, payee, isWrap ? bought : bought + 1);
    }

    /// @return amountIn minimum that wraps into `amountOut`, or an equal number of shares
    function price(address wrapper, uint8 kind, uint256 amountOut) internal view returns (uint256 amountIn) {
        return kind == WSTETH_WRAP
            ? Query.ask(wrapper, IWstEth.getStETHByWstETH.selector, amountOut) + 1
            : Query.ask(wrapper, IWstEth.getWstETHByStETH.selector, amountOut);
    }
}
