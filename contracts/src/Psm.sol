// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IDaiUsds, IPsm} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {DAI_TO_USDS, PSM_BUY, PSM_SELL} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Trades in a trusted peg stability module, which changes a token (the gem) one for one, less a fee; or in Sky's
///        DaiUsds, which takes no fee.
/// @dev What a module says that it took or gave is not read. It can take what the step sells, and no more; what it gave is
///      measured where it arrives. While it is halted its fee is the largest number there is, and no price can be counted.
library Psm {
    uint256 private constant WAD = 1e18;

    /// @param gems that are sold, or bought
    /// @param most that the module may take
    function trade(address psm, IExecutor.Step calldata step, uint256 gems, uint256 most, address payee) internal {
        (bytes4 selector, bytes4 asked) = (IDaiUsds.usdsToDai.selector, IDaiUsds.dai.selector);
        if (step.kind == PSM_SELL) selector = IPsm.sellGem.selector;
        else if (step.kind == PSM_BUY) (selector, asked) = (IPsm.buyGem.selector, IPsm.gem.selector);
        else if (step.kind == DAI_TO_USDS) (selector, asked) = (IDaiUsds.daiToUsds.selector, IDaiUsds.usds.selector);
        // What was paid by a false name would be measured by nobody and stay behind.
        if (Query.ask(psm, asked, 0) != uint160(step.tokenOut)) revert IExecutor.WrongToken(step.tokenOut);
        Tokens.spend(step.tokenIn, psm, most, abi.encodeWithSelector(selector, payee, gems));
    }

    /// @return gems that `amountIn` sells, or the most that it buys
    function gemsFor(address psm, uint8 kind, uint256 amountIn) internal view returns (uint256 gems) {
        return kind == PSM_SELL ? amountIn : ((amountIn + 1) * WAD - 1) / _factor(psm, kind);
    }

    /// @return amountIn the least that brings `amountOut`
    /// @return gems of the two
    function price(address psm, uint8 kind, uint256 amountOut) internal view returns (uint256 amountIn, uint256 gems) {
        uint256 factor = _factor(psm, kind);
        amountIn = kind == PSM_SELL ? (amountOut - 1) * WAD / factor + 1 : amountOut * factor / WAD;
        gems = kind == PSM_SELL ? amountIn : amountOut;
    }

    /// @return what a base unit of the gem brings or costs, after the fee, in base units times WAD
    function _factor(address psm, uint8 kind) private view returns (uint256) {
        if (kind > PSM_BUY) return WAD;
        uint256 whole = Query.ask(psm, IPsm.to18ConversionFactor.selector, 0);
        return whole * (kind == PSM_SELL ? WAD - Query.ask(psm, IPsm.tin.selector, 0) : WAD + Query.ask(psm, IPsm.tout.selector, 0));
    }
}
